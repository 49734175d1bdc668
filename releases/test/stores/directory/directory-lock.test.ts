import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { withDirectoryLock } from '../../../src/stores/directory/directory-lock.ts';
import { StoreLockedError } from '../../../src/model/store-errors.ts';
import { newFolder } from '../../support/builds.ts';

/** Another process that takes the lock, reports it, and keeps it until it is killed. */
async function holderOf(folder: string): Promise<ChildProcess> {
  const lock = new URL('../../../src/stores/directory/directory-lock.ts', import.meta.url).href;
  const program = `
    const { withDirectoryLock } = await import(${JSON.stringify(lock)});
    await withDirectoryLock(process.argv[1], async () => {
      console.log('held');
      await new Promise(() => process.stdin.resume());
    });`;
  const args = ['--import', 'tsx', '--input-type=module', '--eval', program, folder];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}

async function killed(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

test('runs one at a time, also within a process', async () => {
  const folder = await newFolder();
  let inside = 0;
  const seen: number[] = [];
  await Promise.all(
    Array.from({ length: 20 }, () =>
      withDirectoryLock(folder, async () => {
        inside += 1;
        seen.push(inside);
        await new Promise(setImmediate);
        inside -= 1;
      }),
    ),
  );
  expect(seen).toEqual(Array.from({ length: 20 }, () => 1));
  expect(await readdir(folder)).toHaveLength(1);
});

test('returns the result, and frees the lock after an error', async () => {
  const folder = await newFolder();
  await expect(withDirectoryLock(folder, () => Promise.reject(new Error('boom')))).rejects.toThrow('boom');
  expect(await withDirectoryLock(folder, () => Promise.resolve(7))).toBe(7);
});

test('waits for a live process, and continues when it is killed with -9', async () => {
  const folder = await newFolder();
  const child = await holderOf(folder);
  let done = false;
  const waiting = withDirectoryLock(folder, () => {
    done = true;
    return Promise.resolve();
  });
  // Gives the waiting loop time for more attempts.
  for (let turn = 0; turn < 50; turn += 1) await readdir(folder);
  expect(done).toBe(false);
  await killed(child);
  await waiting;
  expect(done).toBe(true);
}, 30_000);

test('only one of many waiting processes gets the lock of a dead one', async () => {
  const folder = await newFolder();
  await killed(await holderOf(folder));
  let inside = 0;
  let most = 0;
  const all = Array.from({ length: 10 }, () =>
    withDirectoryLock(folder, async (assertHeld) => {
      inside += 1;
      most = Math.max(most, inside);
      await assertHeld();
      inside -= 1;
    }),
  );
  await Promise.all(all);
  expect(most).toBe(1);
}, 30_000);

async function lockLeftBy(change: Readonly<Record<string, unknown>>): Promise<string> {
  const folder = await newFolder();
  await withDirectoryLock(folder, () => Promise.resolve());
  const file = join(folder, '1');
  const holder: unknown = JSON.parse(await readFile(file, 'utf8'));
  if (typeof holder !== 'object') throw new Error('a lock file holds an object');
  await writeFile(file, JSON.stringify({ ...holder, released: false, ...change }));
  return folder;
}

test('a reused pid does not keep the lock', async () => {
  const folder = await lockLeftBy({ pid: process.pid, start: 'another boot 1' });
  expect(await withDirectoryLock(folder, () => Promise.resolve('mine'))).toBe('mine');
});

test('removes the file of a killed waiter after an hour, but not a live waiter’s or an old lock', async () => {
  const folder = await newFolder();
  await withDirectoryLock(folder, () => Promise.resolve());
  const [left, waiting] = ['01234567-89ab-cdef-0123-456789abcdef.new', '76543210-89ab-cdef-0123-456789abcdef.new'];
  for (const name of [left, waiting]) await writeFile(join(folder, name), '{}');
  for (const name of [left, '1']) await utimes(join(folder, name), 0, 0);
  await withDirectoryLock(folder, async () => {
    // Without the lock's file, its number would be taken again.
    expect((await readdir(folder)).sort()).toEqual(['2', waiting]);
  });
});

test('a holder on another host keeps the lock until it expires', async () => {
  const old = await lockLeftBy({ host: `not-${hostname()}`, since: Date.now() - 61_000 });
  expect(await withDirectoryLock(old, () => Promise.resolve('mine'))).toBe('mine');
});

test.each([
  ['on another host', { host: `not-${hostname()}` }],
  ['without a start time', { pid: process.pid, start: null }],
])('ignores a lock from the future by a holder %s', async (_where, holder) => {
  const future = await lockLeftBy({ ...holder, since: Date.now() + 24 * 60 * 60 * 1000 });
  expect(await withDirectoryLock(future, () => Promise.resolve('mine'))).toBe('mine');
}, 40_000);

test('stops a process whose lock expired before it commits', async () => {
  const folder = await newFolder();
  const losing = withDirectoryLock(folder, async (assertHeld) => {
    await writeFile(join(folder, '2'), '{}');
    await assertHeld();
  });
  await expect(losing).rejects.toBeInstanceOf(StoreLockedError);
});
