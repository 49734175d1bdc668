import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { Backend, PASSWORD, temporaryDirectory, writeConfig } from '../../backend.ts';

let backend: Backend;
let hook: Server;
let settings: Parameters<typeof writeConfig>[1];
/** The responses of the hook. How it is called is tested with the real function in `supabase/test`, and its limits in `email-hook-limits.test.ts`. */
let respond: (response: ServerResponse) => void;
/** The `webhook-id` of each call, and its body. */
let calls: { id: unknown; body: string }[];

beforeAll(async () => {
  hook = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.once('end', () => {
      calls.push({ id: request.headers['webhook-id'], body });
      respond(response);
    });
  }).listen(0, '127.0.0.1');
  await once(hook, 'listening');
  const { port } = v.parse(v.object({ port: v.number() }), hook.address() satisfies AddressInfo | string | null);
  const sendEmail = { enabled: true, uri: `http://127.0.0.1:${String(port)}`, secrets: `v1,whsec_${btoa('a secret of the hook')}` };
  settings = { email: { enable_confirmations: true, max_frequency: '0s' }, hook: { send_email: sendEmail } };
  backend = await start(settings);
});

/** Starts a backend that calls the hook. */
async function start(own: typeof settings): Promise<Backend> {
  const { directory, remove } = await temporaryDirectory();
  try {
    return await Backend.start('--memory', '--config', await writeConfig(directory, own));
  } finally {
    await remove();
  }
}

beforeEach(() => {
  calls = [];
});
afterAll(async () => {
  await backend.stop();
  hook.closeAllConnections();
  hook.close();
});

function json(body: unknown, status = 200, headers: Record<string, string> = {}): typeof respond {
  return text(JSON.stringify(body), status, { 'content-type': 'application/json', ...headers });
}

function text(body: string, status: number, headers: Record<string, string>): typeof respond {
  return (response) => {
    response.writeHead(status, headers).end(body);
  };
}

test.each<[string, typeof respond, number, string, string, number]>([
  ['that it says why', json({ error: { http_code: 500, message: 'The mail could not be sent.' } }), 500, 'unexpected_failure', 'The mail could not be sent.', 1],
  ['that it says why, without a status', json({ error: { message: 'No mail today.' } }), 500, 'unexpected_failure', 'No mail today.', 1],
  ['with a status of its own', json({ error: { http_code: 403, message: 'Not to this address.' } }), 403, 'unknown', 'Not to this address.', 1],
  ['that it takes for forged', json({ error: { message: 'Forged' } }, 401), 500, 'unexpected_failure', 'Hook requires authorization token', 1],
  ['that it does not understand', json({}, 400), 500, 'unexpected_failure', 'Invalid payload sent to hook', 1],
  ['with a limit', json({}, 429), 500, 'unexpected_failure', 'Service currently unavailable due to hook', 1],
  ['while it is down', json({}, 503), 500, 'unexpected_failure', 'Service currently unavailable due to hook', 1],
  ['to be tried again', json({}, 503, { 'retry-after': 'true' }), 500, 'unexpected_failure', 'Service currently unavailable due to hook', 3],
  ['with another status', json({}, 418), 500, 'unexpected_failure', 'Unexpected status code returned from hook: 418', 1],
  [
    'with a page',
    text('<h1>Hello</h1>', 200, { 'content-type': 'text/html; charset=utf-8' }),
    400,
    'hook_payload_invalid_content_type',
    'Invalid JSON response. Received content-type: text/html; charset=utf-8',
    1,
  ],
  ['without a type', text('{}', 200, {}), 400, 'hook_payload_invalid_content_type', 'Invalid Content-Type: Missing Content-Type header', 1],
  ['with what is no JSON', text('{', 200, { 'content-type': 'application/json' }), 500, 'unexpected_failure', 'Error unmarshaling JSON output.', 1],
])('a hook that refuses a mail %s rolls back the request', async (_, refuse, status, code, message, tries) => {
  respond = refuse;
  const headers = { 'x-supabase-api-version': '2024-01-01' };
  const asked = await backend.fetch('/auth/v1/signup', { method: 'POST', headers, body: { email: 'ada@example.com', password: PASSWORD } });
  const refusal: unknown = await asked.json();
  expect({ status: asked.status, body: refusal }).toEqual({ status, body: { code, message } });
  const { data } = await backend.admin().auth.admin.listUsers();
  expect(data.users).toEqual([]);
  expect(new Set(calls.map(({ id }) => id)).size).toBe(tries);
  expect(new Set(calls.map(({ body }) => body)).size).toBe(1);
});

describe('while a hook hangs', () => {
  const mailSchema = v.object({ email_data: v.object({ token: v.string(), token_hash: v.string() }), user: v.object({ id: v.string() }) });
  const lastMail = (): v.InferOutput<typeof mailSchema> => v.parse(mailSchema, JSON.parse(calls.at(-1)?.body ?? ''));

  /** The hook responds after the backend has handled another request, before the mailed request is committed. */
  function respondAfter(other: () => Promise<unknown>, last = json({})): { seen: () => unknown } {
    let seen: unknown = 'nothing';
    respond = (response) => {
      void other().then((result) => {
        seen = result;
        last(response);
      });
    };
    return { seen: () => seen };
  }

  async function users(): Promise<string[]> {
    const { data } = await backend.admin().auth.admin.listUsers();
    return data.users.map(({ email }) => email ?? '');
  }

  test('other requests are handled, and the mailed token matches the stored one afterwards', async () => {
    const { seen } = respondAfter(users);
    const client = backend.client();
    const { data, error } = await client.auth.signUp({ email: 'grace@example.com', password: PASSWORD });
    expect(error).toBeNull();
    // As in GoTrue, the transaction is committed after the hook.
    expect(seen()).not.toContain('grace@example.com');
    const { email_data: mail, user } = lastMail();
    expect(user.id).toBe(data.user?.id);
    expect((await client.auth.verifyOtp({ email: 'grace@example.com', token: mail.token, type: 'signup' })).error).toBeNull();

    const recovered = respondAfter(users);
    expect((await client.auth.resetPasswordForEmail('grace@example.com')).error).toBeNull();
    expect(recovered.seen()).toContain('grace@example.com');
    expect((await client.auth.verifyOtp({ token_hash: lastMail().email_data.token_hash, type: 'recovery' })).error).toBeNull();
    expect(calls).toHaveLength(2);
  });

  test('another request for the same mail does not end the link of this one', async () => {
    respond = json({});
    const limited = await start({ ...settings, email: { enable_confirmations: true, max_frequency: '60s' } });
    const client = limited.client();
    const email = 'both@example.com';
    await client.auth.signUp({ email, password: PASSWORD });
    await client.auth.verifyOtp({ email, token: lastMail().email_data.token, type: 'signup' });
    const { seen } = respondAfter(async () => {
      respond = json({});
      return (await limited.client().auth.resetPasswordForEmail(email)).error;
    });
    const first = client.auth.resetPasswordForEmail(email);
    expect((await first).error).toBeNull();
    expect(seen()).toBeNull();
    const hashes = calls.slice(-2).map(({ body }) => v.parse(mailSchema, JSON.parse(body)).email_data.token_hash);
    expect((await client.auth.verifyOtp({ token_hash: hashes[0] ?? '', type: 'recovery' })).error).toBeNull();
    await limited.stop();
  });

  test('and then refuses, a change of address is rolled back with everything in the same request', async () => {
    respond = json({});
    const client = backend.client();
    await client.auth.signUp({ email: 'alan@example.com', password: PASSWORD, options: { data: { name: 'Alan' } } });
    await client.auth.verifyOtp({ email: 'alan@example.com', token: lastMail().email_data.token, type: 'signup' });
    const { seen } = respondAfter(users, json({ error: { message: 'No mail today.' } }));
    const asked = await client.auth.updateUser({ email: 'alan@elsewhere.example', password: 'a new horse', data: { name: 'Al' } });
    expect(asked.error).toMatchObject({ message: 'No mail today.' });
    expect(seen()).toContain('alan@example.com');
    const again = await backend.client().auth.signInWithPassword({ email: 'alan@example.com', password: PASSWORD });
    expect(again.data.user).toMatchObject({ email: 'alan@example.com', user_metadata: { name: 'Alan' } });
    expect(again.data.user?.new_email ?? '').toBe('');
  });
});

test('a mail that the hook accepts is not in the inbox', async () => {
  respond = json({});
  expect((await backend.client().auth.signUp({ email: 'taken@example.com', password: PASSWORD })).error).toBeNull();
  expect(await backend.messages('taken@example.com')).toEqual([]);
});

test('a malformed secret fails the start', async () => {
  const wrong = { hook: { send_email: { enabled: true, uri: 'http://127.0.0.1:1', secrets: 'whsec_x' } } };
  await expect(start(wrong)).rejects.toThrow(/auth\.hook\.send_email\.secrets.* is wrong: must start with v1,whsec_/);
});
