import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Backend, PASSWORD, temporaryDirectory, writeConfig } from '../backend.ts';
import { addAuthenticator } from './authenticator.ts';

let lenient: Backend;
let strict: Backend;
let remove: () => Promise<void>;
beforeAll(async () => {
  const temporary = await temporaryDirectory();
  remove = temporary.remove;
  const config = await writeConfig(temporary.directory, { refresh_token_reuse_interval: 0 });
  [lenient, strict] = await Promise.all([Backend.start('--memory'), Backend.start('--memory', '--config', config)]);
});
afterAll(async () => {
  await Promise.all([lenient.stop(), strict.stop()]);
  await remove();
});

async function firstToken(backend: Backend, email: string): Promise<string> {
  const { data } = await backend.client().auth.signUp({ email, password: PASSWORD });
  return data.session?.refresh_token ?? '';
}

async function refresh(backend: Backend, token: string): Promise<{ next: string | undefined; code: string | undefined }> {
  const { data, error } = await backend.client().auth.refreshSession({ refresh_token: token });
  return { next: data.session?.refresh_token, code: error?.code };
}

test('each refresh gives a new refresh token and a new access token of the same session', async () => {
  const client = lenient.client();
  const { data: before } = await client.auth.signUp({ email: 'rotate@example.com', password: PASSWORD });
  const { data: after, error } = await client.auth.refreshSession();
  expect(error).toBeNull();
  expect(after.session?.refresh_token).not.toBe(before.session?.refresh_token);
  const [old, renewed] = [await client.auth.getClaims(before.session?.access_token), await client.auth.getClaims(after.session?.access_token)];
  expect(renewed.data?.claims.session_id).toBe(old.data?.claims.session_id);
});

test('tabs that refresh concurrently all succeed', async () => {
  const token = await firstToken(lenient, 'tabs@example.com');
  const results = await Promise.all(Array.from({ length: 8 }, () => refresh(lenient, token)));
  expect(results.map((result) => result.code)).toEqual(Array.from({ length: 8 }, () => undefined));
  const [last] = results;
  expect((await refresh(lenient, last?.next ?? '')).code).toBeUndefined();
});

test('a lost response can be repeated: the parent of the newest token still works', async () => {
  const first = await firstToken(strict, 'lost@example.com');
  const { next } = await refresh(strict, first);
  expect(await refresh(strict, first)).toEqual({ next, code: undefined });
});

test('reusing an older token indicates theft and ends the whole session', async () => {
  const first = await firstToken(strict, 'theft@example.com');
  const second = (await refresh(strict, first)).next ?? '';
  const third = (await refresh(strict, second)).next ?? '';
  expect((await refresh(strict, first)).code).toBe('refresh_token_already_used');
  expect((await refresh(strict, third)).code).toBe('refresh_token_already_used');
});

test('a refresh token from before the second factor was verified gives no aal2 tokens', async () => {
  const client = strict.client();
  const { data } = await client.auth.signUp({ email: 'raised@example.com', password: PASSWORD });
  await addAuthenticator(client);
  expect((await refresh(strict, data.session?.refresh_token ?? '')).code).toBe('refresh_token_already_used');
});

test('an unknown token is refused', async () => {
  expect((await refresh(lenient, 'notatoken000')).code).toBe('refresh_token_not_found');
  expect((await refresh(lenient, 'not a token')).code).toBe('validation_failed');
});
