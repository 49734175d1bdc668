import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Backend, codeOf, PASSWORD, temporaryDirectory, writeConfig } from '../backend.ts';

let backend: Backend;
let config: string;
let remove: () => Promise<void>;
beforeAll(async () => {
  const temporary = await temporaryDirectory();
  remove = temporary.remove;
  config = await writeConfig(temporary.directory, { enable_anonymous_sign_ins: true, rate_limit: { anonymous_users: 4 } });
  backend = await Backend.start('--memory', '--confirm-email', '--config', config);
});
afterAll(async () => {
  await backend.stop();
  await remove();
});

test('a visitor signs in without an address, becomes an account by confirming one, and keeps the data', async () => {
  expect(await (await backend.fetch('/auth/v1/settings')).json()).toMatchObject({ external: { anonymous_users: true } });
  const client = backend.client();
  const { data, error } = await client.auth.signInAnonymously({ options: { data: { theme: 'dark' } } });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ is_anonymous: true, email: '', role: 'authenticated', user_metadata: { theme: 'dark' }, identities: [] });
  const { data: claims } = await client.auth.getClaims();
  expect(claims?.claims).toMatchObject({ is_anonymous: true, amr: [expect.objectContaining({ method: 'anonymous' })] });

  expect((await client.auth.updateUser({ password: PASSWORD })).error).toMatchObject({ code: 'validation_failed', status: 422 });
  expect((await client.auth.updateUser({ email: 'lasting@example.com' })).error).toBeNull();
  const token = codeOf(await backend.newestMessage('lasting@example.com'));
  expect((await client.auth.verifyOtp({ type: 'email_change', email: 'lasting@example.com', token })).error).toBeNull();
  expect((await client.auth.updateUser({ password: PASSWORD })).error).toBeNull();

  const { data: lasting } = await backend.client().auth.signInWithPassword({ email: 'lasting@example.com', password: PASSWORD });
  expect(lasting.user).toMatchObject({ id: data.user?.id, is_anonymous: false, user_metadata: { theme: 'dark' }, app_metadata: { provider: 'email', providers: ['email'] } });
  expect(lasting.user?.identities).toMatchObject([{ provider: 'email', email: 'lasting@example.com' }]);
});

test('an admin makes an anonymous account a lasting one with a confirmed address', async () => {
  const { data } = await backend.client().auth.signInAnonymously();
  const { data: changed } = await backend.admin().auth.admin.updateUserById(data.user?.id ?? '', { email: 'admitted@example.com', email_confirm: true });
  expect(changed.user).toMatchObject({ email: 'admitted@example.com', is_anonymous: false });
});

test('where addresses need no confirmation, an anonymous account becomes a lasting one immediately', async () => {
  const own = await Backend.start('--memory', '--no-confirm-email', '--config', config);
  const client = own.client();
  await client.auth.signInAnonymously();
  const { data, error } = await client.auth.updateUser({ email: 'quick@example.com', password: PASSWORD });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ email: 'quick@example.com', is_anonymous: false, app_metadata: { provider: 'email' } });
  expect((await own.client().auth.signInWithPassword({ email: 'quick@example.com', password: PASSWORD })).error).toBeNull();
  await own.stop();
});

test('too many anonymous sign-ins of one network are refused', async () => {
  const results = [];
  for (let tries = 0; tries < 4; tries += 1) results.push((await backend.client().auth.signInAnonymously()).error?.code);
  expect(results.at(-1)).toBe('over_request_rate_limit');
});
