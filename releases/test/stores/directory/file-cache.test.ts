import { mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileCache } from '../../../src/stores/directory/file-cache.ts';

const folders: string[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

async function newFile(content: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-file-cache-'));
  folders.push(folder);
  const path = join(folder, 'file.js');
  await writeFile(path, content);
  return path;
}

test('reads an unchanged file once', async () => {
  const path = await newFile('content');
  const cache = new FileCache();
  const read = await cache.read(path);
  expect(read?.toString()).toBe('content');
  expect(await cache.read(path)).toBe(read);
});

test('every read after a change has the change, also among parallel reads', async () => {
  const path = await newFile('0');
  const cache = new FileCache();
  const reads: Promise<void>[] = [];
  for (let round = 1; round <= 50; round += 1) {
    reads.push(cache.read(path).then(() => undefined));
    // Each content has another size, so its stamp differs even if the clock of the file system has not moved on.
    const content = 'x'.repeat(round);
    await writeFile(path, content);
    reads.push(cache.read(path).then((read) => expect(read?.toString()).toBe(content)));
    await reads.at(-1);
  }
  await Promise.all(reads);
});

test('notices another content of the same size', async () => {
  const path = await newFile('before');
  const cache = new FileCache();
  await cache.read(path);
  const { mtime } = await stat(path);
  await writeFile(path, 'after!');
  await utimes(path, mtime, new Date(mtime.getTime() + 1));
  expect((await cache.read(path))?.toString()).toBe('after!');
});

test('a removed file has neither content nor stamp', async () => {
  const path = await newFile('content');
  const cache = new FileCache();
  await cache.read(path);
  await rm(path);
  expect([await cache.read(path), await cache.stampOf(path)]).toEqual([null, null]);
  await writeFile(path, 'back');
  expect((await cache.read(path))?.toString()).toBe('back');
});
