import { afterEach, beforeEach, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { Backend, PASSWORD, temporaryDirectory } from '../../backend.ts';

let directory: string;
let remove: () => Promise<void>;
beforeEach(async () => {
  ({ directory, remove } = await temporaryDirectory());
});
afterEach(() => remove());

const keySetSchema = v.object({ keys: v.array(v.object({ kid: v.string(), alg: v.literal('ES256'), d: v.optional(v.never()) })) });

async function keyIds(backend: Backend): Promise<string[]> {
  const response = await fetch(`${backend.ready.apiUrl}/auth/v1/.well-known/jwks.json`);
  return v.parse(keySetSchema, await response.json()).keys.map((key) => key.kid);
}

function keyOf(token: string | undefined): unknown {
  const header: unknown = JSON.parse(Buffer.from(token?.split('.')[0] ?? '', 'base64url').toString());
  return v.parse(v.object({ kid: v.string() }), header).kid;
}

/** The email address of a token, if the backend accepts it. */
async function emailOf(backend: Backend, token: string | undefined): Promise<string | undefined> {
  return (await backend.client().auth.getUser(token)).data.user?.email;
}

test('a key added at runtime or at a start signs from then on, and tokens of older keys stay valid', async () => {
  const first = await Backend.start('--data-dir', directory);
  const client = first.client();
  const { data: before } = await client.auth.signUp({ email: 'rotation@example.com', password: PASSWORD });
  const [oldest] = await keyIds(first);
  expect(keyOf(before.session?.access_token)).toBe(oldest);
  const rotate = (key: string): Promise<Response> =>
    fetch(`${first.ready.apiUrl}/auth/v1/admin/signing-keys/rotate`, { method: 'POST', headers: { apikey: key } });
  expect((await rotate(first.ready.publishableKey)).status).toBe(401);
  expect(await keyIds(first)).toEqual([oldest]);

  const response = await rotate(first.ready.secretKey);
  const { kid: newer } = v.parse(v.object({ kid: v.string() }), await response.json());
  expect(await keyIds(first)).toEqual([newer, oldest]);
  const { data: between } = await client.auth.refreshSession();
  expect(keyOf(between.session?.access_token)).toBe(newer);
  for (const { session } of [before, between]) expect(await emailOf(first, session?.access_token)).toBe('rotation@example.com');
  await first.stop();

  const second = await Backend.start('--data-dir', directory, '--rotate-signing-key');
  const [newest, ...older] = await keyIds(second);
  expect(older).toEqual([newer, oldest]);
  const later = second.client();
  for (const { session } of [before, between]) {
    const token = session?.access_token ?? '';
    expect(await emailOf(second, token)).toBe('rotation@example.com');
    expect((await later.auth.getClaims(token)).data?.claims.sub).toBe(before.user?.id);
  }
  const { data: after } = await later.auth.refreshSession({ refresh_token: between.session?.refresh_token ?? '' });
  expect(keyOf(after.session?.access_token)).toBe(newest);
  expect((await later.auth.getClaims()).data?.claims.sub).toBe(before.user?.id);
  await second.stop();

  const third = await Backend.start('--data-dir', directory);
  expect(await keyIds(third)).toEqual([newest, newer, oldest]);
  await third.stop();
});
