import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { Backend, password, run, temporaryDirectory, writeConfig } from './backend.ts';

let backend: Backend;
let hook: Server;
let directory: string;
let remove: () => Promise<void>;
/** What the hook answers; how it is called is tested against the function itself, in `supabase/test`. */
let answer: (response: ServerResponse) => void;

beforeAll(async () => {
  ({ directory, remove } = await temporaryDirectory());
  hook = createServer((request, response) => {
    request.resume().once('end', () => {
      answer(response);
    });
  }).listen(0, '127.0.0.1');
  await once(hook, 'listening');
  const { port } = v.parse(v.object({ port: v.number() }), hook.address() satisfies AddressInfo | string | null);
  const sendEmail = { enabled: true, uri: `http://127.0.0.1:${String(port)}`, secrets: `v1,whsec_${btoa('a secret of the hook')}` };
  const config = await writeConfig(directory, { email: { enable_confirmations: true, max_frequency: '0s' }, hook: { send_email: sendEmail } });
  backend = await Backend.start('--memory', '--config', config);
});
afterAll(async () => {
  await backend.stop();
  hook.close();
  await remove();
});

function json(body: unknown, status = 200): typeof answer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
}

test.each([
  ['that it says why', json({ error: { http_code: 500, message: 'The mail could not be sent.' } }), 500, 'The mail could not be sent.'],
  ['with another status', json({ error: { http_code: 401, message: 'Forged' } }, 401), 500, 'Unexpected status code returned from hook: 401'],
  ['by breaking off', (response: ServerResponse) => response.destroy(), 422, 'Failed to reach hook after maximum retries'],
])('a hook that refuses a mail %s stops what it was for', async (_, refuse, status, message) => {
  answer = refuse;
  const asked = await backend.client().auth.signUp({ email: 'ada@example.com', password });
  expect(asked.error).toMatchObject({ status, message });
  const { data } = await backend.admin().auth.admin.listUsers();
  expect(data.users).toEqual([]);
});

test('a hook that takes the mail leaves none in the inbox', async () => {
  answer = json({});
  expect((await backend.client().auth.signUp({ email: 'taken@example.com', password })).error).toBeNull();
  expect(await backend.messages('taken@example.com')).toEqual([]);
});

test('a secret of another form stops the start', async () => {
  const config = await writeConfig(directory, { hook: { send_email: { enabled: true, uri: 'http://127.0.0.1:1', secrets: 'whsec_x' } } });
  const { code, stderr } = await run(['start', '--memory', '--config', config]).ended;
  expect(stderr).toMatch(/auth\.hook\.send_email\.secrets.* is wrong: must begin with v1,whsec_/);
  expect(code).toBe(1);
});
