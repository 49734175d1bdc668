import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { hash } from 'bcryptjs';
import { AGE_SESSIONS, Backend, codeOf, PASSWORD, temporaryDirectory, writeConfig } from '../backend.ts';
import { register } from './authenticator.ts';

const FIXED = '4915100000000';

let backend: Backend;
/** Confirms phone numbers without a code. */
let trusting: Backend;
let remove: () => Promise<void>;
beforeAll(async () => {
  const temporary = await temporaryDirectory();
  remove = temporary.remove;
  const sms = { enable_signup: true, enable_confirmations: true, max_frequency: '0s', template: 'Atrium: {{ .Code }}', test_otp: { [FIXED]: '123456' } };
  const migrations = path.join(temporary.directory, 'migrations');
  await mkdir(migrations);
  await writeFile(path.join(migrations, '20260101000000_age_sessions.sql'), AGE_SESSIONS);
  const config = await writeConfig(temporary.directory, { sms, email: { secure_password_change: true } });
  backend = await Backend.start('--memory', '--confirm-email', '--config', config, '--migrations', migrations);
  const email = { notification: { phone_changed: { enabled: true } } };
  const trustingConfig = { sms: { enable_signup: true, max_frequency: '10m' }, rate_limit: { sms_sent: 1 }, email };
  trusting = await Backend.start('--memory', '--config', await writeConfig(temporary.directory, trustingConfig));
});
afterAll(async () => {
  await backend.stop();
  await trusting.stop();
  await remove();
});

/** The code of the newest SMS to a number. */
async function smsCode(phone: string): Promise<string> {
  const message = await backend.newestMessage(phone);
  expect(message.text).toMatch(/^Atrium: \d{6}$/);
  return codeOf(message);
}

/** Signs up with a phone number and confirms it. */
async function member(phone: string): Promise<ReturnType<Backend['client']>> {
  const client = backend.client();
  expect((await client.auth.signUp({ phone, password: PASSWORD })).error).toBeNull();
  expect((await client.auth.verifyOtp({ phone, token: await smsCode(phone), type: 'sms' })).error).toBeNull();
  return client;
}

test('sign-up sends a code by SMS, which confirms the number and signs in once', async () => {
  const phone = '+4915112345601';
  const client = backend.client();
  const { data, error } = await client.auth.signUp({ phone, password: PASSWORD, options: { data: { name: 'Ada' } } });
  expect(error).toBeNull();
  expect(data).toMatchObject({ session: null, user: { phone: phone.slice(1), app_metadata: { provider: 'phone', providers: ['phone'] } } });
  expect((await client.auth.signInWithPassword({ phone, password: PASSWORD })).error).toMatchObject({ code: 'phone_not_confirmed', status: 400 });

  const token = await smsCode(phone);
  const wrong = token === '000000' ? '000001' : '000000';
  expect((await client.auth.verifyOtp({ phone, token: wrong, type: 'sms' })).error).toMatchObject({ code: 'otp_expired', status: 403 });
  const { data: confirmed, error: refused } = await client.auth.verifyOtp({ phone, token, type: 'sms' });
  expect(refused).toBeNull();
  expect(confirmed).toMatchObject({
    session: { access_token: expect.any(String) },
    user: { phone: phone.slice(1), phone_confirmed_at: expect.any(String), user_metadata: { name: 'Ada' }, identities: [{ provider: 'phone' }] },
  });
  expect((await backend.client().auth.verifyOtp({ phone, token, type: 'sms' })).error?.code).toBe('otp_expired');
  expect((await backend.client().auth.signInWithPassword({ phone: '+49 151 12345601', password: PASSWORD })).error).toBeNull();
  expect((await backend.client().auth.signInWithPassword({ phone, password: 'another password' })).error?.code).toBe('invalid_credentials');
});

test('a known number gets the same response as a new one, and no SMS', async () => {
  const phone = '+4915112345602';
  const { data: real } = await (await member(phone)).auth.getUser();
  const again = await backend.client().auth.signUp({ phone, password: 'quite another password' });
  const fresh = await backend.client().auth.signUp({ phone: '+4915112345603', password: PASSWORD });
  expect(again.error).toBeNull();
  expect(again.data.session).toBeNull();
  expect(again.data.user?.id).not.toBe(real.user?.id);
  const fields = (user: object | null): string[] => Object.keys(user ?? {}).filter((name) => name !== 'identities').sort();
  expect(fields(again.data.user)).toEqual(fields(fresh.data.user));
  expect(await backend.messages(phone)).toHaveLength(1);
});

test('a code logs in without a password, and creates the account if that is allowed', async () => {
  const phone = '+4915112345604';
  const client = backend.client();
  expect((await client.auth.signInWithOtp({ phone, options: { shouldCreateUser: false } })).error).toMatchObject({ code: 'otp_disabled', status: 422 });
  expect((await client.auth.signInWithOtp({ phone, options: { channel: 'whatsapp' } })).error?.code).toBe('validation_failed');
  expect((await client.auth.signInWithOtp({ phone, options: { data: { name: 'Grace' } } })).error).toBeNull();
  expect((await client.auth.verifyOtp({ phone, token: await smsCode(phone), type: 'sms' })).data.user?.user_metadata).toMatchObject({ name: 'Grace' });

  const other = backend.client();
  const { data, error } = await other.auth.signInWithOtp({ phone, options: { shouldCreateUser: false } });
  expect(error).toBeNull();
  expect(data).toMatchObject({ messageId: expect.any(String) });
  const token = await smsCode(phone);
  await backend.client().auth.signInWithOtp({ phone: '+4915112345605' });
  expect((await other.auth.verifyOtp({ phone: '+4915112345605', token, type: 'sms' })).error?.code).toBe('otp_expired');
  expect((await other.auth.verifyOtp({ phone, token, type: 'sms' })).error).toBeNull();
});

test('a confirmation is sent again only to a number that is not confirmed', async () => {
  const phone = '+4915112345606';
  await backend.client().auth.signUp({ phone, password: PASSWORD });
  const first = await smsCode(phone);
  expect((await backend.client().auth.resend({ type: 'sms', phone })).error).toBeNull();
  const second = await smsCode(phone);
  expect(await backend.messages(phone)).toHaveLength(2);
  if (first !== second) expect((await backend.client().auth.verifyOtp({ phone, token: first, type: 'sms' })).error?.code).toBe('otp_expired');
  expect((await backend.client().auth.verifyOtp({ phone, token: second, type: 'sms' })).error).toBeNull();
  expect((await backend.client().auth.resend({ type: 'sms', phone })).error).toBeNull();
  expect(await backend.messages(phone)).toHaveLength(2);
});

test('a new number is confirmed by a code to it, and replaces the old one', async () => {
  const [old, phone] = ['+4915112345607', '+4915112345608'];
  const client = await member(old);
  await member('+4915112345609');
  expect((await client.auth.updateUser({ phone: '+4915112345609' })).error).toMatchObject({ code: 'phone_exists', status: 422 });
  expect((await client.auth.updateUser({ phone })).data.user?.phone).toBe(old.slice(1));
  expect((await backend.client().auth.signInWithPassword({ phone, password: PASSWORD })).error?.code).toBe('invalid_credentials');
  const { data, error } = await client.auth.verifyOtp({ phone, token: await smsCode(phone), type: 'phone_change' });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ phone: phone.slice(1), identities: [{ provider: 'phone', identity_data: { phone: phone.slice(1), phone_verified: true } }] });
  expect((await backend.client().auth.signInWithPassword({ phone, password: PASSWORD })).error).toBeNull();
  expect((await backend.client().auth.signInWithPassword({ phone: old, password: PASSWORD })).error?.code).toBe('invalid_credentials');
});

test('a change to a number is refused if another account confirms the number first', async () => {
  const phone = '+4915112345610';
  const client = await member('+4915112345611');
  await client.auth.updateUser({ phone });
  const token = await smsCode(phone);
  await member(phone);
  expect((await client.auth.verifyOtp({ phone, token, type: 'phone_change' })).error?.code).toBe('phone_exists');
});

test('a number with a fixed code gets no SMS', async () => {
  const phone = `+${FIXED}`;
  expect((await backend.client().auth.signInWithOtp({ phone })).error).toBeNull();
  expect(await backend.messages(phone)).toHaveLength(0);
  expect((await backend.client().auth.verifyOtp({ phone, token: '654321', type: 'sms' })).error?.code).toBe('otp_expired');
  expect((await backend.client().auth.verifyOtp({ phone, token: '123456', type: 'sms' })).error).toBeNull();
});

test('a user without an email address reauthenticates by SMS', async () => {
  const phone = '+4915112345612';
  const client = await member(phone);
  const password = 'a new long password';
  expect((await backend.admin().rpc('age_sessions')).error).toBeNull();
  expect((await client.auth.updateUser({ password })).error?.code).toBe('reauthentication_needed');
  expect((await client.auth.reauthenticate()).error).toBeNull();
  const nonce = await smsCode(phone);
  expect(await backend.messages(phone)).toHaveLength(2);
  const wrong = nonce === '000000' ? '000001' : '000000';
  expect((await client.auth.updateUser({ password, nonce: wrong })).error?.code).toBe('reauthentication_not_valid');
  expect((await client.auth.updateUser({ password, nonce })).error).toBeNull();
});

test('without confirmation, a sign-up and a new number count at once, and each user can ask for a code only so often', async () => {
  const settings: unknown = await (await trusting.fetch('/auth/v1/settings')).json();
  expect(settings).toMatchObject({ external: { phone: true }, phone_autoconfirm: true });
  const client = trusting.client();
  const { data } = await client.auth.signUp({ phone: '+4915112345613', password: PASSWORD });
  expect(data.session).not.toBeNull();
  expect((await trusting.client().auth.signUp({ phone: '+4915112345613', password: PASSWORD })).error).toMatchObject({ code: 'user_already_exists' });
  const owner = await register(trusting, 'owner@example.com');
  expect((await owner.auth.updateUser({ phone: '+4915112345614' })).data.user).toMatchObject({ email: 'owner@example.com', phone: '4915112345614' });
  expect((await trusting.client().auth.signInWithPassword({ phone: '+4915112345614', password: PASSWORD })).data.user?.email).toBe('owner@example.com');

  await owner.auth.updateUser({ phone: '+4915112345618' });
  expect((await trusting.newestMessage('owner@example.com')).text).toContain('changed from 4915112345614 to 4915112345618');

  // The limit of the project counts only codes that confirm a number.
  for (const phone of ['+4915112345613', '+4915112345618', '+4915112345615']) expect((await trusting.client().auth.signInWithOtp({ phone })).error).toBeNull();
  const tooSoon = (await trusting.client().auth.signInWithOtp({ phone: '+4915112345615' })).error;
  expect(tooSoon).toMatchObject({ code: 'over_sms_send_rate_limit', status: 429, message: expect.stringMatching(/only request this after 59\d seconds/) });
});

test('an administrator creates, changes and deletes accounts with phone numbers', async () => {
  const { admin } = backend.admin().auth;
  const { data: created, error } = await admin.createUser({ phone: '+4915112345616', email: 'both@example.com', password_hash: await hash(PASSWORD, 4), phone_confirm: true });
  expect(error).toBeNull();
  expect(created.user).toMatchObject({ phone: '4915112345616', app_metadata: { provider: 'email', providers: ['email', 'phone'] } });
  const id = created.user?.id ?? '';
  expect((await backend.client().auth.signInWithPassword({ phone: '+4915112345616', password: PASSWORD })).error).toBeNull();
  expect((await admin.createUser({ phone: '+4915112345616' })).error).toMatchObject({ code: 'phone_exists', status: 422 });
  expect((await admin.createUser({ email: 'hash@example.com', password_hash: 'plain' })).error?.code).toBe('validation_failed');
  expect((await admin.updateUserById(id, { phone: '+4915112345617', phone_confirm: true })).data.user?.phone).toBe('4915112345617');

  const session = backend.client();
  await session.auth.signInWithPassword({ phone: '+4915112345617', password: PASSWORD });
  expect((await admin.deleteUser(id, true)).error).toBeNull();
  const { data: rest } = await admin.getUserById(id);
  expect(rest.user).toMatchObject({ id, app_metadata: {}, user_metadata: {} });
  expect(JSON.stringify(rest.user)).not.toMatch(/4915112345617|both@example/);
  expect((await session.auth.refreshSession()).error).not.toBeNull();
  // The address and the number are free again.
  expect((await admin.createUser({ phone: '+4915112345617', email: 'both@example.com' })).error).toBeNull();
});
