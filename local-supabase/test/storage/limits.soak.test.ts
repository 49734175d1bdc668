import { readdir } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { join, refusal, startStorageProject } from './backend.ts';
import type { Person, StorageProject } from './backend.ts';

let project: StorageProject;
let ann: Person;
beforeAll(async () => {
  project = await startStorageProject(`update storage.buckets set file_size_limit = 1000000 where id = 'archive';`);
  ann = await join(project.backend, 'ann', 'room');
});
afterAll(() => project.stop());

/** A raw request that no client would send. */
function raw(method: string, address: string, headers: http.OutgoingHttpHeaders = {}, body = 'x'): Promise<{ status: number | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(project.backend.ready.apiUrl);
    const request = http.request(
      { method, hostname, port, path: `/storage/v1${address}`, headers: { authorization: `Bearer ${ann.token}`, 'content-length': method === 'GET' ? 0 : Buffer.byteLength(body), ...headers } },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
        response.on('end', () => {
          resolve({ status: response.statusCode, text });
        });
      },
    );
    request.on('error', (cause) => {
      reject(new Error(`${method} ${address.slice(0, 80)}: ${cause.message}`, { cause }));
    });
    request.end(method === 'GET' ? undefined : body);
  });
}

async function storedFiles(): Promise<number> {
  const names = await Promise.all(['objects', 'unfinished'].map((name) => readdir(path.join(project.directory, name))));
  return names.flat().length;
}

const TOO_LARGE = ['EntityTooLarge', '413'];
/** More than sockets and streams buffer. */
const TWELVE_MEGABYTES = 12_000_000;

/** Bytes of unknown length. */
function endless(size: number): ReadableStream<Uint8Array> {
  const piece = new Uint8Array(65_536);
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(piece);
      sent += piece.length;
      if (sent >= size) controller.close();
    },
  });
}

test('a file that is too large is refused in every form and leaves nothing behind', async () => {
  const archive = ann.client.storage.from('archive');
  const before = await storedFiles();
  expect(refusal(await archive.upload('room/blob', new Blob([new Uint8Array(TWELVE_MEGABYTES)])))).toEqual(TOO_LARGE);
  expect(refusal(await archive.upload('room/bytes', new Uint8Array(TWELVE_MEGABYTES)))).toEqual(TOO_LARGE);
  expect(refusal(await archive.upload('room/form', new Blob([new Uint8Array(1_000_001)])))).toEqual(TOO_LARGE);
  expect(await storedFiles()).toBe(before);
  expect((await archive.upload('room/fits', new Uint8Array(1_000_000))).error).toBeNull();
  expect((await archive.info('room/fits')).data?.size).toBe(1_000_000);
});

test('a stream that becomes too large is cut off', async () => {
  const archive = ann.client.storage.from('archive');
  const before = await storedFiles();
  // The client may read the response, or find the connection closed while it still sends.
  const { data } = await archive.upload('room/stream', endless(TWELVE_MEGABYTES));
  expect(data).toBeNull();
  expect([(await archive.exists('room/stream')).data, await storedFiles()]).toEqual([false, before]);
});

test('a bucket without a limit has that of the project', async () => {
  expect(refusal(await ann.client.storage.from('files').upload('room/huge', new Uint8Array(50 * 1024 * 1024 + 1)))).toEqual(TOO_LARGE);
});

test('a type that the bucket does not allow is refused, and an invalid type is refused everywhere', async () => {
  const pictures = ann.client.storage.from('pictures');
  expect(refusal(await pictures.upload(`${ann.id}/x.txt`, 'x', { contentType: 'text/plain' }))).toEqual(['InvalidMimeType', '415']);
  expect(refusal(await pictures.upload(`${ann.id}/x.png`, new Blob(['x'], { type: 'text/html' })))).toEqual(['InvalidMimeType', '415']);
  expect((await pictures.upload(`${ann.id}/x.png`, new Blob(['x'], { type: 'image/png' }))).error).toBeNull();
  const form = new FormData();
  form.append('contentType', 'text/plain\r\nx-evil: 1');
  form.append('file', new Blob(['x']), 'x');
  const broken = new FormData();
  broken.append('contentType', 'text/plain\n; x');
  broken.append('file', new Blob(['x']), 'x');
  for (const type of ['nonsense', 'a/b/c', 'text/', 'text/plain, text/html', 'text/plain;, image/svg+xml']) {
    expect(refusal(await ann.client.storage.from('files').upload('room/type', 'x', { contentType: type }))).toEqual(['InvalidMimeType', '415']);
  }
  expect(refusal(await ann.client.storage.from('files').upload('room/type', broken))).toEqual(['InvalidMimeType', '415']);
  expect(refusal(await ann.client.storage.from('files').upload('room/type', form))).toEqual(['InvalidMimeType', '415']);
  expect(refusal(await ann.client.storage.from('files').upload('room/type', new Blob(['x']), { cacheControl: '1\r\nx-evil: 1' }))).toEqual(['InvalidRequest', '400']);
});

test('public files can be read without a key, and browsers never run script in them', async () => {
  const pictures = ann.client.storage.from('pictures');
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  await pictures.upload(`${ann.id}/evil.svg`, new Blob([svg], { type: 'image/svg+xml' }));
  const response = await fetch(pictures.getPublicUrl(`${ann.id}/evil.svg`).data.publicUrl);
  expect([response.status, await response.text(), Object.fromEntries(response.headers)]).toMatchObject([
    200,
    svg,
    {
      'content-type': 'image/svg+xml',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox$/),
    },
  ]);
  const files = ann.client.storage.from('files');
  const shown: [string, string | RegExp, boolean][] = [
    ['text/html', 'text/plain', true],
    ['Text/HTML; charset=utf-8', 'text/plain', true],
    ['application/xhtml+xml', 'application/xhtml+xml', true],
    ['text/xml', 'text/xml', true],
    ['image/png', 'image/png', false],
  ];
  for (const [type, expected, isShut] of shown) {
    await files.upload('room/shown', '<script>alert(1)</script>', { contentType: type, upsert: true });
    const { data } = await files.createSignedUrl('room/shown', 60);
    const { headers } = await fetch(data?.signedUrl ?? '');
    expect([headers.get('content-type'), headers.has('content-security-policy')]).toEqual([expected, isShut]);
  }
  expect((await fetch(files.getPublicUrl('room/shown').data.publicUrl)).status).toBe(400);
  const replay = await fetch(pictures.getPublicUrl(`${ann.id}/nothing`).data.publicUrl);
  expect([replay.status, await replay.json()]).toMatchObject([400, { statusCode: '404' }]);
});

test('invalid names are refused by every endpoint', async () => {
  const files = ann.client.storage.from('files');
  for (const name of ['room/<script>', 'room/ü', 'room/a"b', 'room/{x}', 'room/a|b', `room/${'x'.repeat(1100)}`]) {
    expect(refusal(await files.upload(name, 'x'))).toEqual(['InvalidKey', '400']);
  }
  await files.upload('room/good', 'x');
  expect(refusal(await files.move('room/good', 'room/../other/bad'))).toEqual(['InvalidKey', '400']);
  expect(refusal(await files.copy('room/good', 'room/./bad'))).toEqual(['InvalidKey', '400']);
  expect(refusal(await files.move('room/good', 'room/a\\b'))).toEqual(['InvalidKey', '400']);
  expect(refusal(await files.copy('room/good', 'room/b\u0000d'))).toEqual(['InvalidKey', '400']);
  expect(refusal(await files.move('room/good', 'bad', { destinationBucket: '../files' }))).toEqual(['InvalidBucketName', '400']);

  const hostile = [
    '/object/files/room/../../../etc/passwd',
    '/object/files/room/%2e%2e/%2e%2e/passwd',
    '/object/files/room%2F..%2Fpasswd',
    '/object/files/room/a%00b',
    '/object/files/room/a%0d%0ab',
    '/object/files/room/%ff%fe',
    '/object/files/room/%',
    '/object/files/',
    '/object/..%2Ffiles/room/x',
    '/object/%00/room/x',
    `/object/files/${'x'.repeat(5000)}`,
  ];
  for (const address of hostile) {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      const { status = 0, text } = await raw(method, address);
      expect([address, method, status >= 400 && status < 500, JSON.parse(text)]).toEqual([address, method, true, expect.objectContaining({ message: expect.any(String) })]);
    }
  }
  expect((await files.list('room')).data?.map(({ name }) => name)).not.toContain('passwd');
});

test('malformed forms are refused', async () => {
  const type = 'multipart/form-data; boundary=X';
  const bodies: [string, string][] = [
    ['multipart/form-data', 'x'],
    [type, 'x'],
    [type, '--X--\r\n'],
    [type, '--X\r\ncontent-disposition: form-data; name="cacheControl"\r\n\r\n1\r\n--X--\r\n'],
    [type, '--X\r\ncontent-disposition: form-data; name=""; filename="x"\r\n\r\nnever ended'],
  ];
  for (const [contentType, body] of bodies) {
    const { status, text } = await raw('POST', '/object/files/room/form', { 'content-type': contentType }, body);
    expect([body, status, JSON.parse(text)]).toEqual([body, 400, expect.objectContaining({ statusCode: '400' })]);
  }
  expect((await ann.client.storage.from('files').exists('room/form')).data).toBe(false);
});

test('user metadata is stored completely, ignored if invalid, and refused if too large', async () => {
  const files = ann.client.storage.from('files');
  expect((await raw('POST', '/object/files/room/noted', { 'x-metadata': 'nonsense' })).status).toBe(200);
  expect((await files.info('room/noted')).data?.metadata).toEqual({});
  expect(refusal(await files.upload('room/much', new Blob(['x']), { metadata: { a: 'x'.repeat(1_100_000) } }))).toEqual(TOO_LARGE);
  expect(refusal(await files.upload('room/nul', new Blob(['x']), { metadata: { a: '\u0000' } }))).toEqual(['InvalidParameter', '400']);
  expect(refusal(await files.list('room/a\u0000b'))).toEqual(['InvalidParameter', '400']);
});
