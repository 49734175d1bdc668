import http from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { join, startStorageProject } from './backend.ts';
import type { Person, StorageProject } from './backend.ts';

let project: StorageProject;
let ann: Person;
let bob: Person;
beforeAll(async () => {
  project = await startStorageProject();
  ann = await join(project.backend, 'ann', 'room');
  bob = await join(project.backend, 'bob', 'room');
});
afterAll(() => project.stop());

const base = (person: Person): Record<string, string> => ({ authorization: `Bearer ${person.token}`, 'tus-resumable': '1.0.0' });

function encoded(metadata: Record<string, string>): string {
  return Object.entries(metadata)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');
}

interface Beginning {
  person?: Person;
  bucket?: string;
  type?: string;
  length?: number;
  headers?: Record<string, string>;
  body?: string;
}

/** Starts an upload like a tus client. */
function begin(name: string, { person = ann, bucket = 'files', type = 'text/csv', length = 10, headers = {}, body }: Beginning = {}): Promise<Response> {
  const metadata = { bucketName: bucket, objectName: name, contentType: type, cacheControl: '60', metadata: '{"by":"tus"}' };
  return fetch(`${project.backend.ready.apiUrl}/storage/v1/upload/resumable`, {
    method: 'POST',
    headers: { ...base(person), 'upload-length': String(length), 'upload-metadata': encoded(metadata), ...headers },
    ...(body === undefined ? {} : { body }),
  });
}

const addressOf = (response: Response): string => project.backend.ready.apiUrl + (response.headers.get('location') ?? '');

function append(address: string, offset: number, body: string, person = ann): Promise<Response> {
  const headers = { ...base(person), 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' };
  return fetch(address, { method: 'PATCH', headers, body });
}

async function progress(address: string, person = ann): Promise<[status: number, offset: string | null]> {
  const response = await fetch(address, { method: 'HEAD', headers: base(person) });
  return [response.status, response.headers.get('upload-offset')];
}

const textOf = async (name: string): Promise<string | undefined> => (await ann.client.storage.from('files').download(name)).data?.text();

test('a file can be uploaded in parts and exists after the last one', async () => {
  const created = await begin('room/parts');
  expect([created.status, created.headers.get('tus-resumable'), created.headers.get('upload-offset')]).toEqual([201, '1.0.0', '0']);
  const address = addressOf(created);
  const first = await append(address, 0, '0123');
  expect([first.status, first.headers.get('upload-offset'), await progress(address)]).toEqual([204, '4', [200, '4']]);
  expect(await textOf('room/parts')).toBeUndefined();
  const last = await append(address, 4, '456789');
  expect([last.status, last.headers.get('upload-offset'), await textOf('room/parts')]).toEqual([204, '10', '0123456789']);
  expect((await ann.client.storage.from('files').info('room/parts')).data).toMatchObject({
    size: 10,
    contentType: 'text/csv',
    cacheControl: 'max-age=60',
    etag: '"781e5e245d69b566979b86e28d23f2c7"',
    metadata: { by: 'tus' },
  });
  // A client that lost the last response requests the progress.
  expect([await progress(address), (await progress(address, bob))[0], (await append(address, 10, '')).status]).toEqual([[200, '10'], 404, 404]);
  expect((await ann.client.storage.from('files').remove(['room/parts'])).data).toMatchObject([{ owner_id: ann.id }]);
});

test('an interrupted upload continues where it stopped', async () => {
  const content = Array.from({ length: 400_000 }, (_unused, index) => String(index).padStart(7, '0')).join(' ');
  const address = addressOf(await begin('room/resumed', { length: content.length }));
  const request = http.request(address, {
    method: 'PATCH',
    headers: { ...base(ann), 'upload-offset': 0, 'content-type': 'application/offset+octet-stream', 'content-length': content.length },
  });
  request.on('error', () => undefined);
  request.write(content.slice(0, 1_000_000));
  while ((await progress(address))[1] === '0') await setImmediate();
  request.destroy();
  let response: Response;
  do {
    const [, offset] = await progress(address);
    response = await append(address, Number(offset), content.slice(Number(offset)));
    // Wait until the server has noticed the lost connection.
  } while (response.status === 423 || response.status === 409);
  expect([response.status, (await textOf('room/resumed')) === content]).toEqual([204, true]);
});

test('the first request may have bytes, and an empty file needs none', async () => {
  const headers = { 'content-type': 'application/offset+octet-stream' };
  expect((await begin('room/at-once', { headers, body: '0123456789' })).headers.get('upload-offset')).toBe('10');
  expect(await textOf('room/at-once')).toBe('0123456789');
  expect((await begin('room/none', { length: 0 })).status).toBe(201);
  expect(await textOf('room/none')).toBe('');
});

test('limits, types, names and policies are checked before any byte is read', async () => {
  const { client } = await join(project.backend, 'stranger');
  const { data } = await client.auth.getSession();
  const stranger = { client, id: '', token: data.session?.access_token ?? '' };
  const attempts: [number, Promise<Response>][] = [
    [413, begin('room/big', { length: 60_000_000 })],
    [415, begin(`${ann.id}/x`, { bucket: 'pictures' })],
    [400, begin('room/../x')],
    [404, begin('room/x', { bucket: 'nowhere' })],
    [403, begin('room/x', { person: stranger })],
    [409, begin('room/at-once')],
    [400, begin('room/x', { headers: { 'upload-metadata': 'nonsense' } })],
    [400, begin('room/x', { headers: { 'upload-length': '-1' } })],
  ];
  for (const [status, attempt] of attempts) expect((await attempt).status).toBe(status);
  expect((await begin('room/at-once', { headers: { 'x-upsert': 'true' } })).status).toBe(201);
});

test('only its owner can continue an upload, and only at its offset', async () => {
  const address = addressOf(await begin('room/own'));
  expect([(await append(address, 0, '0123456789', bob)).status, (await progress(address, bob))[0]]).toEqual([404, 404]);
  expect((await append(address, 5, '56789')).status).toBe(409);
  expect((await fetch(address, { method: 'PATCH', headers: { ...base(ann), 'upload-offset': '0' }, body: 'x' })).status).toBe(415);
  expect((await append(address, 0, '0123456789 and more')).status).toBe(413);
  expect([(await progress(address))[0], await textOf('room/own')]).toEqual([404, undefined]);
});

test('only the latest finished uploads are remembered', async () => {
  const addresses: string[] = [];
  for (let index = 0; index < 101; index += 1) addresses.push(addressOf(await begin('room/many', { length: 0, headers: { 'x-upsert': 'true' } })));
  const [first = '', second = ''] = addresses;
  expect([(await progress(first))[0], await progress(second), await progress(addresses.at(-1) ?? '')]).toEqual([404, [200, '0'], [200, '0']]);
});

test('an upload can be cancelled', async () => {
  const address = addressOf(await begin('room/given-up'));
  await append(address, 0, '0123');
  expect((await fetch(address, { method: 'DELETE', headers: base(bob) })).status).toBe(404);
  expect((await fetch(address, { method: 'DELETE', headers: base(ann) })).status).toBe(204);
  expect((await progress(address))[0]).toBe(404);
});

test('the supported tus features are listed', async () => {
  const response = await fetch(`${project.backend.ready.apiUrl}/storage/v1/upload/resumable`, { method: 'OPTIONS' });
  expect([response.status, Object.fromEntries(response.headers)]).toMatchObject([204, { 'tus-version': '1.0.0', 'tus-extension': expect.stringContaining('creation') }]);
});
