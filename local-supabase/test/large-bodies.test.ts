import { request } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Backend } from './backend.ts';

const MEGABYTE = 1024 * 1024;

let backend: Backend;
beforeAll(async () => {
  backend = await Backend.start('--memory');
});
afterAll(() => backend.stop());

/** A request whose first megabyte has been sent. */
function begin(path: string, megabytes: number): ClientRequest {
  const headers = { apikey: backend.ready.publishableKey, 'content-type': 'application/json', 'content-length': megabytes * MEGABYTE };
  const sending = request(`${backend.ready.apiUrl}${path}`, { method: 'POST', headers });
  sending.on('error', () => undefined);
  sending.write(Buffer.alloc(MEGABYTE, '['));
  return sending;
}

/** Sends another megabyte. Rejects with EPIPE or ECONNRESET if the connection was closed. */
function sendMore(sending: ClientRequest): Promise<void> {
  return new Promise((resolve, reject) => {
    sending.write(Buffer.alloc(MEGABYTE, '['), (error) => (error ? reject(error) : resolve()));
  });
}

test.each([
  ['/rest/v1/lists', 21],
  ['/auth/v1/signup', 2],
])('%s refuses a body over its limit while it arrives, and reads it to its end', async (path, megabytes) => {
  const sending = begin(path, megabytes);
  const response = await new Promise<IncomingMessage>((resolve, reject) => sending.once('response', resolve).once('error', reject));
  expect(response.statusCode).toBe(413);
  response.resume();
  for (let sent = 1; sent < megabytes; sent += 1) await sendMore(sending);
  await new Promise<void>((resolve) => sending.end(resolve));
  expect(sending.errored).toBeNull();
});
