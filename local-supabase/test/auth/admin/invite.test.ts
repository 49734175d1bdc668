import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Backend, PASSWORD, tokenHashOf } from '../../backend.ts';

let backend: Backend;
beforeAll(async () => {
  backend = await Backend.start('--memory', '--confirm-email', '--no-rate-limits', '--site-url', 'https://site.example');
});
afterAll(async () => {
  await backend.stop();
});

test('an invited user follows a link and sets a password', async () => {
  const email = 'Guest@example.com';
  const { data, error } = await backend.admin().auth.admin.inviteUserByEmail(email, { redirectTo: 'https://site.example/boards/1', data: { from: 'Ada' } });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ email: 'guest@example.com', user_metadata: { from: 'Ada' }, invited_at: expect.any(String) });
  const mail = await backend.newestMessage('guest@example.com');
  expect(mail.subject).toBe('You are invited');
  const link = new URL(mail.links[0] ?? '');
  expect([link.searchParams.get('type'), link.searchParams.get('next')]).toEqual(['invite', 'https://site.example/boards/1']);

  const guest = backend.client();
  expect((await guest.auth.verifyOtp({ type: 'invite', token_hash: tokenHashOf(mail) })).error).toBeNull();
  expect((await guest.auth.updateUser({ password: PASSWORD })).error).toBeNull();
  expect((await backend.client().auth.signInWithPassword({ email, password: PASSWORD })).data.user?.id).toBe(data.user?.id);
  expect((await backend.client().auth.verifyOtp({ type: 'invite', token_hash: tokenHashOf(mail) })).error).toMatchObject({ code: 'otp_expired' });
  expect((await backend.admin().auth.admin.inviteUserByEmail(email)).error).toMatchObject({ code: 'email_exists', status: 422 });
});

test('a user who has not confirmed yet can be invited again with a new link', async () => {
  const email = 'late@example.com';
  const first = await backend.admin().auth.admin.inviteUserByEmail(email);
  const firstMail = await backend.newestMessage(email);
  const second = await backend.admin().auth.admin.inviteUserByEmail(email);
  expect(second.data.user?.id).toBe(first.data.user?.id);
  expect((await backend.client().auth.verifyOtp({ type: 'invite', token_hash: tokenHashOf(firstMail) })).error).toMatchObject({ code: 'otp_expired' });
  expect((await backend.client().auth.verifyOtp({ type: 'invite', token_hash: tokenHashOf(await backend.newestMessage(email)) })).error).toBeNull();
});

test('only the secret key can invite', async () => {
  expect((await backend.client().auth.admin.inviteUserByEmail('a@example.com')).error).toMatchObject({ code: 'not_admin' });
  expect((await backend.admin().auth.admin.inviteUserByEmail('no address')).error).toMatchObject({ code: 'validation_failed' });
});
