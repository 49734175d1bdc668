import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { AuthError } from '../../../src/auth/auth-error.ts';
import { callEmailHook, GOTRUE_LIMITS } from '../../../src/auth/mail/email-hook.ts';
import type { SendEmailHook } from '../../../src/auth/settings.ts';

// What a refusal does to a request is tested in `email-hook.test.ts`. GoTrue waits for seconds, so these tests set shorter limits.

let server: Server;
let hook: SendEmailHook;
/** The responses of the hook, in order. The last one repeats. */
let responders: ((response: ServerResponse) => void)[];
/** The `webhook-id` and the body of each call. */
let calls: { id: unknown; body: string }[];

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.once('end', () => {
      calls.push({ id: request.headers['webhook-id'], body });
      (responders.length > 1 ? responders.shift() : responders[0])?.(response);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = v.parse(v.object({ port: v.number() }), server.address() satisfies AddressInfo | string | null);
  hook = { uri: `http://127.0.0.1:${String(port)}`, secrets: [btoa('a secret of the hook')] };
});
beforeEach(() => {
  calls = [];
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const accept = (response: ServerResponse): unknown => response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
const breakOff = (response: ServerResponse): unknown => response.destroy();
const sayNothing = (): void => undefined;

/** Calls the hook with limits of milliseconds. Resolves with the error's status, code and message, or with null. */
async function refusal(limits: Partial<typeof GOTRUE_LIMITS>): Promise<unknown> {
  try {
    await callEmailHook(hook, { a: 'mail' }, { timeout: 10_000, retryDelay: 1, ...limits });
    return null;
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    const { status, code, message } = error;
    return { status, code, message };
  }
}

test('without others, the limits are those of GoTrue', () => {
  expect(GOTRUE_LIMITS).toEqual({ timeout: 5000, retryDelay: 2000 });
});

test('a hook that breaks off three times refuses the mail', async () => {
  responders = [breakOff];
  expect(await refusal({})).toEqual({ status: 422, code: 'hook_timeout_after_retry', message: 'Failed to reach hook after maximum retries' });
  expect(new Set(calls.map(({ id }) => id)).size).toBe(3);
  expect(calls.map(({ body }) => body)).toEqual(Array<string>(3).fill('{"a":"mail"}'));
});

test('a hook may succeed at the second attempt', async () => {
  responders = [breakOff, accept];
  expect(await refusal({})).toBeNull();
  expect(calls).toHaveLength(2);
});

test('a hook that says nothing refuses the mail after the time limit', async () => {
  responders = [sayNothing];
  expect(await refusal({ timeout: 500 })).toEqual({ status: 422, code: 'hook_timeout', message: 'Failed to reach hook within maximum time of 0.500000 seconds' });
  expect(calls).toHaveLength(1);
});

test('the time limit covers the delay before another attempt', async () => {
  responders = [breakOff];
  expect(await refusal({ timeout: 500, retryDelay: 60_000 })).toMatchObject({ code: 'hook_timeout' });
  expect(calls).toHaveLength(1);
});
