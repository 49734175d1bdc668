import { afterEach, beforeEach, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { Backend, password, temporaryDirectory } from './backend.ts';

let directory: string;
let remove: () => Promise<void>;
beforeEach(async () => {
  ({ directory, remove } = await temporaryDirectory());
});
afterEach(() => remove());

const keySetSchema = v.object({ keys: v.array(v.object({ kid: v.string(), alg: v.literal('ES256'), d: v.optional(v.never()) })) });

async function keyIds(backend: Backend): Promise<string[]> {
  const answer = await fetch(`${backend.ready.apiUrl}/auth/v1/.well-known/jwks.json`);
  return v.parse(keySetSchema, await answer.json()).keys.map((key) => key.kid);
}

function keyOf(token: string | undefined): unknown {
  const header: unknown = JSON.parse(Buffer.from(token?.split('.')[0] ?? '', 'base64url').toString());
  return v.parse(v.object({ kid: v.string() }), header).kid;
}

test('a new key signs from the next start on, and tokens of the old one stay good', async () => {
  const first = await Backend.start('--data-dir', directory);
  const { data: before } = await first.client().auth.signUp({ email: 'rotation@example.com', password });
  const [oldKey] = await keyIds(first);
  expect(keyOf(before.session?.access_token)).toBe(oldKey);
  await first.stop();

  const second = await Backend.start('--data-dir', directory, '--rotate-signing-key');
  const [newKey, ...older] = await keyIds(second);
  expect(older).toEqual([oldKey]);
  const client = second.client();
  const old = before.session?.access_token ?? '';
  expect((await client.auth.getUser(old)).data.user?.email).toBe('rotation@example.com');
  expect((await client.auth.getClaims(old)).data?.claims.sub).toBe(before.user?.id);
  const { data: after } = await client.auth.refreshSession({ refresh_token: before.session?.refresh_token ?? '' });
  expect(keyOf(after.session?.access_token)).toBe(newKey);
  expect((await client.auth.getClaims()).data?.claims.sub).toBe(before.user?.id);
  await second.stop();

  const third = await Backend.start('--data-dir', directory);
  expect(await keyIds(third)).toEqual([newKey, oldKey]);
  await third.stop();
});

test('a new key signs while the backend runs, for whoever has the secret key', async () => {
  const backend = await Backend.start('--data-dir', directory);
  const client = backend.client();
  const { data: before } = await client.auth.signUp({ email: 'running@example.com', password });
  const [oldKey] = await keyIds(backend);
  const rotate = (key: string): Promise<Response> =>
    fetch(`${backend.ready.apiUrl}/auth/v1/admin/signing-keys/rotate`, { method: 'POST', headers: { apikey: key } });
  expect((await rotate(backend.ready.publishableKey)).status).toBe(401);
  expect(await keyIds(backend)).toEqual([oldKey]);

  const answer = await rotate(backend.ready.secretKey);
  const { kid } = v.parse(v.object({ kid: v.string() }), await answer.json());
  expect(await keyIds(backend)).toEqual([kid, oldKey]);
  const { data: after } = await client.auth.refreshSession();
  expect(keyOf(after.session?.access_token)).toBe(kid);
  for (const token of [before, after].map(({ session }) => session?.access_token ?? '')) {
    expect((await client.auth.getUser(token)).data.user?.email).toBe('running@example.com');
  }
  await backend.stop();

  const later = await Backend.start('--data-dir', directory);
  expect(await keyIds(later)).toEqual([kid, oldKey]);
  await later.stop();
});
