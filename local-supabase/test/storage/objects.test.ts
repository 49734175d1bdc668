import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { join, refusal, startStorageProject } from './backend.ts';
import type { Person, StorageProject } from './backend.ts';

let project: StorageProject;
let ann: Person;
beforeAll(async () => {
  project = await startStorageProject();
  ann = await join(project.backend, 'ann', 'room');
});
afterAll(() => project.stop());

const files = (): ReturnType<Person['client']['storage']['from']> => ann.client.storage.from('files');

async function textOf(path: string): Promise<string> {
  const { data, error } = await files().download(path);
  if (error) throw error;
  return data.text();
}

const bytes = new TextEncoder().encode('grüße');

/** Fetches a path of the API with the user's token. */
function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
  return fetch(`${project.backend.ready.apiUrl}/storage/v1${path}`, { method, headers: { authorization: `Bearer ${ann.token}`, ...headers } });
}

test.each<[string, () => Parameters<ReturnType<typeof files>['upload']>[1]]>([
  ['Blob', () => new Blob([bytes], { type: 'text/x-blob' })],
  ['File', () => new File([bytes], 'name.txt', { type: 'text/x-file' })],
  [
    'FormData',
    () => {
      const form = new FormData();
      form.append('picked', new Blob([bytes], { type: 'text/x-form' }), 'name.txt');
      return form;
    },
  ],
  ['ArrayBuffer', () => bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)],
  ['ArrayBufferView', () => bytes],
  ['Buffer', () => Buffer.from(bytes)],
  ['ReadableStream', () => new Blob([bytes]).stream()],
  ['stream of Node', () => Readable.from([Buffer.from(bytes)])],
  ['string', () => 'grüße'],
  ['URLSearchParams', () => new URLSearchParams({ name: 'grüße' })],
])('a file uploaded as %s is returned unchanged', async (form, body) => {
  const path = `room/forms/${form.replaceAll(' ', '-')}.txt`;
  const { data, error } = await files().upload(path, body(), { cacheControl: '60', metadata: { from: 'test', nested: { ü: 1 } } });
  expect(error).toBeNull();
  expect(data).toMatchObject({ path, fullPath: `files/${path}` });
  const expected = form === 'URLSearchParams' ? 'name=gr%C3%BC%C3%9Fe' : 'grüße';
  expect(await textOf(path)).toBe(expected);
  const { data: info } = await files().info(path);
  expect(info).toMatchObject({
    id: data?.id,
    name: path,
    bucketId: 'files',
    size: Buffer.byteLength(expected),
    cacheControl: 'max-age=60',
    etag: `"${createHash('md5').update(expected).digest('hex')}"`,
    metadata: { from: 'test', nested: { ü: 1 } },
  });
});

test('the type is that of the file or the given one', async () => {
  await files().upload('room/type/blob', new Blob(['x'], { type: 'image/png' }));
  await files().upload('room/type/said', 'x', { contentType: 'text/csv' });
  await files().upload('room/type/json', '{"a":1}', { contentType: 'application/json' });
  const types = await Promise.all(['blob', 'said', 'json'].map(async (name) => (await files().info(`room/type/${name}`)).data?.contentType));
  expect(types).toEqual(['image/png', 'text/csv', 'application/json']);
  expect(await textOf('room/type/json')).toBe('{"a":1}');
});

test('an empty file can be stored', async () => {
  expect((await files().upload('room/empty', new Blob([]))).error).toBeNull();
  expect(await textOf('room/empty')).toBe('');
  expect((await files().info('room/empty')).data?.size).toBe(0);
});

test('an existing key is refused, and upsert and update replace the file but keep the row', async () => {
  const first = await files().upload('room/taken', 'first');
  expect(refusal(await files().upload('room/taken', 'second'))).toEqual(['KeyAlreadyExists', '409']);
  expect(await textOf('room/taken')).toBe('first');
  const second = await files().upload('room/taken', 'second', { upsert: true });
  expect(second.data?.id).toBe(first.data?.id);
  expect(await textOf('room/taken')).toBe('second');
  expect((await files().update('room/taken', new Blob(['third']))).error).toBeNull();
  expect(await textOf('room/taken')).toBe('third');
});

test('missing objects are not found', async () => {
  expect(refusal(await files().info('room/nothing'))).toEqual(['NoSuchKey', '404']);
  expect((await files().exists('room/nothing')).data).toBe(false);
  expect(refusal(await ann.client.storage.from('nowhere').upload('room/x', 'x'))).toEqual(['NoSuchBucket', '404']);
  expect(refusal(await ann.client.storage.from('nowhere').info('room/x'))).toEqual(['NoSuchBucket', '404']);
  expect((await get('/nonsense', { apikey: project.backend.ready.publishableKey })).status).toBe(404);
  const download = await files().download('room/nothing');
  expect(refusal(download)).toEqual(['NoSuchKey', '404']);
});

test('a download has the headers that browsers need, and HEAD returns the same', async () => {
  await files().upload('room/headers', '0123456789', { contentType: 'text/plain;charset=UTF-8', cacheControl: '120' });
  for (const method of ['GET', 'HEAD']) {
    const response = await get('/object/files/room/headers', {}, method);
    expect([response.status, Object.fromEntries(response.headers)]).toMatchObject([
      200,
      {
        'content-type': 'text/plain;charset=UTF-8',
        'content-length': '10',
        'cache-control': 'max-age=120',
        'accept-ranges': 'bytes',
        etag: `"${createHash('md5').update('0123456789').digest('hex')}"`,
        'x-content-type-options': 'nosniff',
      },
    ]);
    expect(await response.text()).toBe(method === 'GET' ? '0123456789' : '');
  }
});

test('a range request returns that part', async () => {
  await files().upload('room/range', '0123456789');
  const parts = ['bytes=0-3', 'bytes=4-', 'bytes=-2', 'bytes=8-99'];
  const responses = await Promise.all(parts.map((range) => get('/object/files/room/range', { range })));
  expect(responses.map(({ status }) => status)).toEqual([206, 206, 206, 206]);
  expect(responses.map(({ headers }) => headers.get('content-range'))).toEqual(['bytes 0-3/10', 'bytes 4-9/10', 'bytes 8-9/10', 'bytes 8-9/10']);
  expect(await Promise.all(responses.map((response) => response.text()))).toEqual(['0123', '456789', '89', '89']);
  for (const range of ['bytes=10-', 'bytes=5-4', 'bytes=-0', 'bytes=-', 'lines=1-2', 'bytes=0-1,3-4']) {
    expect((await get('/object/files/room/range', { range })).status).toBe(416);
  }
  const changed = await get('/object/files/room/range', { range: 'bytes=0-3', 'if-range': '"another"' });
  expect([changed.status, await changed.text()]).toEqual([200, '0123456789']);
});

test('a current cached copy is not sent again', async () => {
  await files().upload('room/known', 'known');
  const first = await get('/object/files/room/known');
  const etag = first.headers.get('etag') ?? '';
  const again = await get('/object/files/room/known', { 'if-none-match': `"other", W/${etag}` });
  expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, '']);
  const since = await get('/object/files/room/known', { 'if-modified-since': first.headers.get('last-modified') ?? '' });
  expect(since.status).toBe(304);
  await files().update('room/known', 'changed');
  expect((await get('/object/files/room/known', { 'if-none-match': etag })).status).toBe(200);
});

test('a download can be saved under a requested name', async () => {
  await files().upload('room/saved', 'x');
  const plain = await get('/object/files/room/saved?download=');
  const named = await get(`/object/files/room/saved?download=${encodeURIComponent('Bericht "ü".txt')}`);
  expect([plain.headers.get('content-disposition'), named.headers.get('content-disposition')]).toEqual([
    'attachment;',
    `attachment; filename=Bericht%20%22%C3%BC%22.txt; filename*=UTF-8''Bericht%20%22%C3%BC%22.txt`,
  ]);
});

test('a file can be moved within its bucket and into another', async () => {
  const { data: uploaded } = await files().upload('room/move/from', 'moved', { contentType: 'text/csv' });
  expect((await files().move('room/move/from', 'room/move/to')).error).toBeNull();
  expect((await files().exists('room/move/from')).data).toBe(false);
  expect(await textOf('room/move/to')).toBe('moved');
  expect((await files().move('room/move/to', 'room/kept', { destinationBucket: 'archive' })).error).toBeNull();
  const { data: info } = await ann.client.storage.from('archive').info('room/kept');
  expect(info).toMatchObject({ id: uploaded?.id, contentType: 'text/csv', size: 5 });
  expect(await (await ann.client.storage.from('archive').download('room/kept')).data?.text()).toBe('moved');

  await files().upload('room/move/one', 'one');
  await files().upload('room/move/two', 'two');
  expect(refusal(await files().move('room/move/one', 'room/move/two'))).toEqual(['ResourceAlreadyExists', '409']);
  expect(refusal(await files().move('room/move/nothing', 'room/move/three'))).toEqual(['NoSuchKey', '404']);
  expect([await textOf('room/move/one'), await textOf('room/move/two')]).toEqual(['one', 'two']);
});

test('a copy is independent', async () => {
  await files().upload('room/copy/from', 'copied', { contentType: 'text/csv', metadata: { of: 'it' } });
  const { data } = await files().copy('room/copy/from', 'room/copy/to');
  expect(data).toEqual({ path: 'files/room/copy/to' });
  expect((await files().copy('room/copy/from', 'room/copied', { destinationBucket: 'archive' })).error).toBeNull();
  expect(refusal(await files().copy('room/copy/from', 'room/copy/to'))).toEqual(['KeyAlreadyExists', '409']);
  await files().remove(['room/copy/from']);
  expect(await textOf('room/copy/to')).toBe('copied');
  expect(await (await ann.client.storage.from('archive').download('room/copied')).data?.text()).toBe('copied');
  expect((await files().info('room/copy/to')).data).toMatchObject({ contentType: 'text/csv', metadata: { of: 'it' } });
});

test('files can be removed, and the response lists them', async () => {
  for (const name of ['a', 'b', 'c']) await files().upload(`room/remove/${name}`, name);
  const { data } = await files().remove(['room/remove/a', 'room/remove/b', 'room/remove/nothing']);
  expect(data?.map(({ name }) => name).sort()).toEqual(['room/remove/a', 'room/remove/b']);
  expect((await files().list('room/remove')).data?.map(({ name }) => name)).toEqual(['c']);
  const response = await get('/object/files/room/remove/c', {}, 'DELETE');
  expect([response.status, await response.json()]).toEqual([200, { message: 'Successfully deleted' }]);
  expect((await get('/object/files/room/remove/c', {}, 'DELETE')).status).toBe(400);
});

test('image transformations are refused with a reason', async () => {
  await files().upload('room/image.png', 'x', { contentType: 'image/png' });
  const response = await files().download('room/image.png', { transform: { width: 10 } });
  expect(refusal(response)).toEqual(['FeatureNotEnabled', '403']);
  expect(response.error?.message).toMatch(/does not transform images/);
});
