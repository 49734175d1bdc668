import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { SupabaseClient } from '@supabase/supabase-js';
import { Backend, codeOf, PASSWORD } from '../../backend.ts';
import { addAuthenticator, register } from '../authenticator.ts';

let backend: Backend;
beforeAll(async () => {
  backend = await Backend.start('--memory');
});
afterAll(async () => {
  await backend.stop();
});

async function tokensOf(client: SupabaseClient): Promise<{ id: string; access: string; refresh: string }> {
  const { data } = await client.auth.getSession();
  return { id: data.session?.user.id ?? '', access: data.session?.access_token ?? '', refresh: data.session?.refresh_token ?? '' };
}

/** The response of the service to a token. */
async function whoIs(access: string): Promise<unknown[]> {
  const response = await backend.fetch('/auth/v1/user', { headers: { authorization: `Bearer ${access}` } });
  const user: unknown = await response.json();
  return [response.status, user];
}

test('a ban blocks every way in, also for signed-in users, until it is lifted', async () => {
  const email = 'banned@example.com';
  const { id, access, refresh } = await tokensOf(await register(backend, email));
  await backend.client().auth.resetPasswordForEmail(email);
  const admin = backend.admin().auth.admin;
  const { data, error } = await admin.updateUserById(id, { ban_duration: '24h' });
  expect(error).toBeNull();
  const hours = (Date.parse(data.user?.banned_until ?? '') - Date.now()) / 3_600_000;
  expect(Math.round(hours)).toBe(24);

  expect(await whoIs(access)).toMatchObject([403, { error_code: 'user_banned', msg: 'User is banned' }]);
  expect((await backend.client().auth.refreshSession({ refresh_token: refresh })).error).toMatchObject({
    code: 'user_banned',
    status: 400,
    message: 'Invalid Refresh Token: User Banned',
  });
  expect((await backend.client().auth.signInWithPassword({ email, password: PASSWORD })).error).toMatchObject({
    code: 'user_banned',
    status: 400,
    message: 'User is banned',
  });
  const token = codeOf(await backend.newestMessage(email));
  expect((await backend.client().auth.verifyOtp({ email, token, type: 'recovery' })).error).toMatchObject({ code: 'user_banned', status: 403 });

  expect((await admin.updateUserById(id, { ban_duration: 'none' })).data.user?.banned_until).toBeUndefined();
  expect(await whoIs(access)).toMatchObject([200, { id }]);
  expect((await backend.client().auth.refreshSession({ refresh_token: refresh })).error).toBeNull();
});

test('a password that bcrypt would cut off is refused', async () => {
  const { error } = await backend.admin().auth.admin.createUser({ email: 'long@example.com', password: 'x'.repeat(73), email_confirm: true });
  expect(error).toMatchObject({ code: 'validation_failed', status: 400 });
});

test('a user can be created banned, and an invalid duration is refused', async () => {
  const admin = backend.admin().auth.admin;
  const made = { email: 'outcast@example.com', password: PASSWORD, email_confirm: true };
  expect((await admin.createUser({ ...made, ban_duration: 'a while' })).error).toMatchObject({ code: 'validation_failed', status: 400 });
  expect((await admin.createUser({ ...made, ban_duration: '99999999999h' })).error).toMatchObject({ code: 'validation_failed', status: 400 });
  expect((await admin.createUser({ ...made, ban_duration: '1.5h300ms' })).error).toBeNull();
  expect((await backend.client().auth.signInWithPassword({ email: made.email, password: PASSWORD })).error?.code).toBe('user_banned');
});

test('administrators cannot set a weak password either', async () => {
  const { id } = await tokensOf(await register(backend, 'administered@example.com'));
  expect((await backend.admin().auth.admin.updateUserById(id, { password: 'abc' })).error).toMatchObject({ code: 'weak_password', status: 422 });
});

test('deletion removes sessions, factors and mailed tokens, and frees the address', async () => {
  const email = 'deleted@example.com';
  const client = await register(backend, email);
  await addAuthenticator(client);
  await backend.client().auth.resetPasswordForEmail(email);
  const { id, access, refresh } = await tokensOf(client);
  expect((await backend.admin().auth.admin.deleteUser(id)).error).toBeNull();

  expect(await whoIs(access)).toMatchObject([403, { error_code: 'user_not_found', msg: 'User from sub claim in JWT does not exist' }]);
  expect((await backend.client().auth.refreshSession({ refresh_token: refresh })).error?.code).toBe('refresh_token_not_found');
  expect((await backend.client().auth.signInWithPassword({ email, password: PASSWORD })).error?.code).toBe('invalid_credentials');
  const token = codeOf(await backend.newestMessage(email));
  expect((await backend.client().auth.verifyOtp({ email, token, type: 'recovery' })).error?.code).toBe('otp_expired');
  const again = await register(backend, email);
  expect((await again.auth.mfa.listFactors()).data?.all).toEqual([]);
});
