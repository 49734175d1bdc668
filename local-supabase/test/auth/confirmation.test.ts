import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Backend, codeOf, PASSWORD, temporaryDirectory, tokenHashOf, writeConfig } from '../backend.ts';

let backend: Backend;
let remove: () => Promise<void>;
beforeAll(async () => {
  const temporary = await temporaryDirectory();
  remove = temporary.remove;
  const config = await writeConfig(temporary.directory, { email: { max_frequency: '0s' } });
  backend = await Backend.start('--memory', '--confirm-email', '--config', config);
});
afterAll(async () => {
  await backend.stop();
  await remove();
});

test('sign-up sends a mail whose token hash signs in', async () => {
  const client = backend.client();
  const { data, error } = await client.auth.signUp({ email: 'new@example.com', password: PASSWORD, options: { data: { name: 'New' } } });
  expect(error).toBeNull();
  expect(data.session).toBeNull();
  expect(data.user?.email_confirmed_at).toBeUndefined();
  expect((await client.auth.signInWithPassword({ email: 'new@example.com', password: PASSWORD })).error).toMatchObject({
    code: 'email_not_confirmed',
    status: 400,
  });

  const message = await backend.newestMessage('new@example.com');
  expect(new URL(message.links[0] ?? '').searchParams.get('type')).toBe('email');
  const elsewhere = backend.client();
  const { data: confirmed, error: refused } = await elsewhere.auth.verifyOtp({ token_hash: tokenHashOf(message), type: 'email' });
  expect(refused).toBeNull();
  expect(confirmed.user).toMatchObject({ email: 'new@example.com', user_metadata: { name: 'New', email_verified: true } });
  expect(confirmed.session).not.toBeNull();
  expect((await client.auth.signInWithPassword({ email: 'new@example.com', password: PASSWORD })).error).toBeNull();
});

test('a link works once', async () => {
  await backend.client().auth.signUp({ email: 'once@example.com', password: PASSWORD });
  const token_hash = tokenHashOf(await backend.newestMessage('once@example.com'));
  expect((await backend.client().auth.verifyOtp({ token_hash, type: 'email' })).error).toBeNull();
  expect((await backend.client().auth.verifyOtp({ token_hash, type: 'email' })).error).toMatchObject({ code: 'otp_expired', status: 403 });
});

test('the code in the mail works like the link', async () => {
  await backend.client().auth.signUp({ email: 'code@example.com', password: PASSWORD });
  const token = codeOf(await backend.newestMessage('code@example.com'));
  const client = backend.client();
  expect((await client.auth.verifyOtp({ email: 'code@example.com', token: '000000', type: 'email' })).error?.code).toBe('otp_expired');
  const { data, error } = await client.auth.verifyOtp({ email: 'Code@example.com', token, type: 'email' });
  expect(error).toBeNull();
  expect(data.session).not.toBeNull();
});

test('registering a known address looks like a new sign-up and sends no mail', async () => {
  await backend.client().auth.signUp({ email: 'known@example.com', password: PASSWORD, options: { data: { name: 'Real' } } });
  const token_hash = tokenHashOf(await backend.newestMessage('known@example.com'));
  const { data: real } = await backend.client().auth.verifyOtp({ token_hash, type: 'email' });

  const again = await backend.client().auth.signUp({ email: 'known@example.com', password: 'quite another', options: { data: { name: 'Fake' } } });
  const fresh = await backend.client().auth.signUp({ email: 'fresh@example.com', password: PASSWORD, options: { data: { name: 'Fake' } } });
  expect(again.error).toBeNull();
  expect(again.data.session).toBeNull();
  expect(again.data.user?.id).not.toBe(real.user?.id);
  expect(again.data.user?.identities).toEqual([]);
  expect(again.data.user?.user_metadata).toMatchObject({ name: 'Fake' });
  const fields = (user: object | null): string[] => Object.keys(user ?? {}).sort();
  expect(fields(again.data.user)).toEqual(fields(fresh.data.user));
  expect(await backend.messages('known@example.com')).toHaveLength(1);
  expect((await backend.client().auth.signInWithPassword({ email: 'known@example.com', password: PASSWORD })).error).toBeNull();
});

test('a confirmation is resent on request, and unknown addresses get the same response', async () => {
  await backend.client().auth.signUp({ email: 'again@example.com', password: PASSWORD });
  const first = tokenHashOf(await backend.newestMessage('again@example.com'));
  expect((await backend.client().auth.resend({ type: 'signup', email: 'again@example.com' })).error).toBeNull();
  expect((await backend.client().auth.resend({ type: 'signup', email: 'unknown@example.com' })).error).toBeNull();
  expect(await backend.messages('unknown@example.com')).toEqual([]);
  const second = tokenHashOf(await backend.newestMessage('again@example.com'));
  expect((await backend.client().auth.verifyOtp({ token_hash: first, type: 'email' })).error?.code).toBe('otp_expired');
  expect((await backend.client().auth.verifyOtp({ token_hash: second, type: 'email' })).error).toBeNull();
});

test('a change of address needs confirmation from both mailboxes', async () => {
  const client = backend.client();
  await client.auth.signUp({ email: 'old@example.com', password: PASSWORD });
  await client.auth.verifyOtp({ token_hash: tokenHashOf(await backend.newestMessage('old@example.com')), type: 'email' });
  const { data, error } = await client.auth.updateUser({ email: 'newer@example.com' });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ email: 'old@example.com', new_email: 'newer@example.com' });

  const [fromOld, fromNew] = [await backend.newestMessage('old@example.com'), await backend.newestMessage('newer@example.com')];
  const half = await client.auth.verifyOtp({ token_hash: tokenHashOf(fromOld), type: 'email_change' });
  expect(half.error).toBeNull();
  expect(half.data.session).toBeNull();
  expect((await client.auth.getUser()).data.user?.email).toBe('old@example.com');
  const repeated = await client.auth.verifyOtp({ token_hash: tokenHashOf(fromOld), type: 'email_change' });
  expect(repeated.error?.code).toBe('otp_expired');

  const whole = await client.auth.verifyOtp({ token_hash: tokenHashOf(fromNew), type: 'email_change' });
  expect(whole.data.user?.email).toBe('newer@example.com');
  expect(whole.data.user?.identities?.[0]?.identity_data?.['email']).toBe('newer@example.com');
  expect((await backend.client().auth.signInWithPassword({ email: 'newer@example.com', password: PASSWORD })).error).toBeNull();
  expect((await backend.client().auth.signInWithPassword({ email: 'old@example.com', password: PASSWORD })).error?.code).toBe('invalid_credentials');
});

test('a change of address ends a reset link that the old mailbox has', async () => {
  const client = backend.client();
  await client.auth.signUp({ email: 'moving@example.com', password: PASSWORD });
  await client.auth.verifyOtp({ token_hash: tokenHashOf(await backend.newestMessage('moving@example.com')), type: 'email' });
  await backend.client().auth.resetPasswordForEmail('moving@example.com');
  const reset = tokenHashOf(await backend.newestMessage('moving@example.com'));
  await client.auth.updateUser({ email: 'moved@example.com' });
  for (const mailbox of ['moving@example.com', 'moved@example.com']) {
    await client.auth.verifyOtp({ token_hash: tokenHashOf(await backend.newestMessage(mailbox)), type: 'email_change' });
  }
  expect((await client.auth.getUser()).data.user?.email).toBe('moved@example.com');
  expect((await backend.client().auth.verifyOtp({ token_hash: reset, type: 'recovery' })).error?.code).toBe('otp_expired');
});

test('a log-in by mail ends the links of a change of address, as on a hosted project', async () => {
  const email = 'waiting@example.com';
  const client = backend.client();
  await client.auth.signUp({ email, password: PASSWORD });
  await client.auth.verifyOtp({ token_hash: tokenHashOf(await backend.newestMessage(email)), type: 'email' });
  await client.auth.updateUser({ email: 'waited@example.com' });
  const change = tokenHashOf(await backend.newestMessage('waited@example.com'));
  await backend.client().auth.signInWithOtp({ email });
  expect((await backend.client().auth.verifyOtp({ token_hash: tokenHashOf(await backend.newestMessage(email)), type: 'email' })).error).toBeNull();
  expect((await client.auth.verifyOtp({ token_hash: change, type: 'email_change' })).error?.code).toBe('otp_expired');
});

test('links of stock templates change the address too: the first says what is missing, and each works once', async () => {
  const client = backend.client();
  await client.auth.signUp({ email: 'stock@example.com', password: PASSWORD });
  await client.auth.verifyOtp({ token_hash: tokenHashOf(await backend.newestMessage('stock@example.com')), type: 'email' });
  await client.auth.updateUser({ email: 'stock.new@example.com' });
  const follow = async (to: string): Promise<URLSearchParams> => {
    const query = new URLSearchParams({ token: tokenHashOf(await backend.newestMessage(to)), type: 'email_change' });
    const response = await fetch(`${backend.ready.apiUrl}/auth/v1/verify?${query.toString()}`, { redirect: 'manual' });
    return new URL(response.headers.get('location') ?? '').searchParams;
  };
  const half = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';
  expect((await follow('stock.new@example.com')).get('message')).toBe(half);
  expect((await follow('stock.new@example.com')).get('error_code')).toBe('otp_expired');
  const code = (await follow('stock@example.com')).get('code') ?? '';
  const { data, error } = await client.auth.exchangeCodeForSession(code);
  expect(error).toBeNull();
  expect(data.user?.email).toBe('stock.new@example.com');
});

test('users cannot change to an address that is in use', async () => {
  const client = backend.client();
  await client.auth.signUp({ email: 'taken@example.com', password: PASSWORD });
  await backend.client().auth.signUp({ email: 'taker@example.com', password: PASSWORD });
  await client.auth.verifyOtp({ token_hash: tokenHashOf(await backend.newestMessage('taker@example.com')), type: 'email' });
  expect((await client.auth.updateUser({ email: 'taken@example.com' })).error).toMatchObject({ code: 'email_exists', status: 422 });
});
