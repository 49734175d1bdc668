import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { join, refusal, startStorageProject } from './backend.ts';
import type { Person, StorageProject } from './backend.ts';

let project: StorageProject;
let ann: Person;
beforeAll(async () => {
  const sql = `
    create function public.set_version(path text, version text) returns void language sql security definer as
      $$ update storage.objects set version = set_version.version where name = path $$;
    create function public.set_type(path text, type text) returns void language sql security definer as
      $$ update storage.objects set metadata = metadata || jsonb_build_object('mimetype', type) where name = path $$;
  `;
  project = await startStorageProject(sql);
  ann = await join(project.backend, 'ann', 'room');
});
afterAll(() => project.stop());

const files = (): ReturnType<Person['client']['storage']['from']> => ann.client.storage.from('files');
const stored = (): Promise<string[]> => readdir(path.join(project.directory, 'objects'));
const unfinished = (): Promise<string[]> => readdir(path.join(project.directory, 'unfinished'));

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await setImmediate();
}

test.each([
  ['plain', 'text/plain', ''],
  ['as a form', 'multipart/form-data; boundary=X', '--X\r\ncontent-disposition: form-data; name=""; filename="x"\r\n\r\n'],
])('an aborted upload leaves nothing behind (%s)', async (_form, type, head) => {
  const before = await stored();
  const request = http.request(`${project.backend.ready.apiUrl}/storage/v1/object/files/room/broken`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ann.token}`, 'content-type': type, 'content-length': 5_000_000 },
  });
  request.on('error', () => undefined);
  request.write(head + 'x'.repeat(1_000_000));
  await until(async () => (await unfinished()).length > 0);
  request.destroy();
  await until(async () => (await unfinished()).length === 0);
  expect([await stored(), (await files().exists('room/broken')).data]).toEqual([before, false]);
  expect((await files().upload('room/whole', 'x', { upsert: true })).error).toBeNull();
});

test.each(['unfinished', 'objects'])('a disk that does not write is a failure, and a passing one (%s)', async (name) => {
  await files().upload('room/kept', 'kept', { upsert: true });
  const directory = path.join(project.directory, name);
  const before = await stored();
  await rename(directory, `${directory}.away`);
  await writeFile(directory, 'not a directory');
  expect(refusal(await files().upload(`room/unwritten/${name}`, 'x'))).toEqual(['InternalError', '500']);
  expect(refusal(await files().upload('room/kept', 'y', { upsert: true }))).toEqual(['InternalError', '500']);
  await rm(directory);
  await rename(`${directory}.away`, directory);
  expect([await stored(), await unfinished(), (await files().exists(`room/unwritten/${name}`)).data]).toEqual([before, [], false]);
  expect(await (await files().download('room/kept')).data?.text()).toBe('kept');
  expect((await files().upload(`room/unwritten/${name}`, 'x', { upsert: true })).error).toBeNull();
});

test('of concurrent uploads to one key, exactly one wins', async () => {
  const before = await stored();
  const contents = Array.from({ length: 12 }, (_unused, index) => String.fromCharCode(97 + index).repeat(50_000 + index));
  const first = await Promise.all(contents.map((content) => files().upload('room/first', new Blob([content]))));
  expect(first.filter(({ error }) => error === null)).toHaveLength(1);
  expect(first.filter((response) => response.error).map(refusal)).toEqual(Array.from({ length: 11 }, () => ['KeyAlreadyExists', '409']));

  const last = await Promise.all(contents.map((content) => files().upload('room/last', new Blob([content]), { upsert: true })));
  expect(last.filter(({ error }) => error !== null)).toEqual([]);
  const text = (await (await files().download('room/last')).data?.text()) ?? '';
  expect(contents).toContain(text);
  expect((await files().info('room/last')).data?.size).toBe(text.length);
  expect(await stored()).toHaveLength(before.length + 2);
});

test('a row written by SQL cannot reach files outside the store', async () => {
  const outside = path.join(project.directory, 'outside');
  await writeFile(outside, 'secret');
  await files().upload('room/row', 'x');
  const setVersion = async (version: string): Promise<void> => {
    const { error } = await project.backend.admin().rpc('set_version', { path: 'room/row', version });
    expect(error).toBeNull();
  };
  const own = (await files().info('room/row')).data?.version ?? '';
  for (const version of ['../outside', outside, '', '%2e%2e/outside']) {
    await setVersion(version);
    expect(refusal(await files().download('room/row'))).toEqual(['NoSuchKey', '404']);
    expect(refusal(await files().copy('room/row', 'room/row-copied'))).toEqual(['NoSuchKey', '404']);
  }
  await files().update('room/row', 'y');
  expect(await readFile(outside, 'utf8')).toBe('secret');
  expect(await stored()).toContain(own);
  await setVersion('../outside');
  expect((await files().remove(['room/row'])).data).toHaveLength(1);
  expect(await readFile(outside, 'utf8')).toBe('secret');
});

test('a row written by SQL cannot make browsers run script, whatever its type', async () => {
  await files().upload('room/typed', '<svg/>', { contentType: 'image/png' });
  const shown: [type: string, expected: string, isShut: boolean][] = [
    ['image/png', 'image/png', false],
    ['text/plain;charset=utf-8', 'text/plain;charset=utf-8', false],
    ['image/png, image/svg+xml', 'image/png, image/svg+xml', true],
    ['text/plain;,image/svg+xml', 'text/plain;,image/svg+xml', true],
    ['application/json+xml', 'application/json+xml', true],
    ['image/x+xml', 'image/x+xml', true],
    ['image/png\n; x', 'application/octet-stream', false],
    ['', 'application/octet-stream', false],
  ];
  for (const [type, ...expected] of shown) {
    expect((await project.backend.admin().rpc('set_type', { path: 'room/typed', type })).error).toBeNull();
    const { data } = await files().createSignedUrl('room/typed', 60);
    const { headers } = await fetch(data?.signedUrl ?? '');
    expect([type, headers.get('content-type'), headers.has('content-security-policy')]).toEqual([type, ...expected]);
  }
});
