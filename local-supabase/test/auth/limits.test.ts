import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Backend, PASSWORD, temporaryDirectory, tokenHashOf, writeConfig } from '../backend.ts';

let remove: () => Promise<void>;
let config: string;
let backend: Backend;
beforeAll(async () => {
  const temporary = await temporaryDirectory();
  remove = temporary.remove;
  config = await writeConfig(temporary.directory, {
    jwt_expiry: 60,
    minimum_password_length: 10,
    password_requirements: 'lower_upper_letters_digits',
    rate_limit: { email_sent: 2, sign_in_sign_ups: 4, token_refresh: 3 },
    email: { max_frequency: '1h', require_current_password: true, otp_length: 8 },
  });
  backend = await Backend.start('--memory', '--config', config);
});
afterAll(async () => {
  await backend.stop();
  await remove();
});

const STRONG = 'Enough1Enough';

test('passwords must meet the configured requirements', async () => {
  const { error } = await backend.client().auth.signUp({ email: 'short@example.com', password: 'short' });
  expect(error).toMatchObject({ code: 'weak_password', reasons: ['length', 'characters'] });
});

test('tokens have the configured lifetime', async () => {
  const { data } = await backend.client().auth.signUp({ email: 'brief@example.com', password: STRONG });
  expect(data.session?.expires_in).toBe(60);
});

test('a second mail within the interval is refused, with the time to wait', async () => {
  const email = 'brief@example.com';
  expect((await backend.client().auth.resetPasswordForEmail(email)).error).toBeNull();
  const again = await backend.fetch('/auth/v1/recover', { method: 'POST', body: { email } });
  expect(again.status).toBe(429);
  expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(3000);
  expect(await again.json()).toMatchObject({
    error_code: 'over_email_send_rate_limit',
    msg: expect.stringMatching(/^For security purposes, you can only request this after \d+ seconds\.$/),
  });
});

test('requests over the rate are refused, with the time to wait', async () => {
  const attempt = (): Promise<Response> =>
    backend.fetch('/auth/v1/token?grant_type=password', { method: 'POST', body: { email: 'brief@example.com', password: 'wrong' } });
  const statuses: number[] = [];
  for (let count = 0; count < 3; count += 1) statuses.push((await attempt()).status);
  const refused = await attempt();
  expect(statuses).toEqual([400, 400, 400]);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused.json()).toMatchObject({ error_code: 'over_request_rate_limit', msg: 'Request rate limit reached' });
});

test('sign-ups over the rate are refused before any other check', async () => {
  const statuses: number[] = [];
  let refused: Response | undefined;
  for (let count = 0; count < 5; count += 1) {
    refused = await backend.fetch('/auth/v1/signup', { method: 'POST', body: { email: 'crowd@example.com', password: 'short' } });
    statuses.push(refused.status);
  }
  expect(statuses.at(-1)).toBe(429);
  expect(statuses[0]).toBe(422);
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused?.json()).toMatchObject({ error_code: 'over_request_rate_limit', msg: 'Request rate limit reached' });
});

test('mail over the rate of the whole project is refused, with the time to wait', async () => {
  const temporary = await temporaryDirectory();
  const file = await writeConfig(temporary.directory, { enable_signup: true, rate_limit: { email_sent: 1 }, email: { enable_confirmations: true } });
  const frugal = await Backend.start('--memory', '--config', file);
  try {
    expect((await frugal.client().auth.signUp({ email: 'one@example.com', password: PASSWORD })).error).toBeNull();
    const refused = await frugal.fetch('/auth/v1/signup', { method: 'POST', body: { email: 'two@example.com', password: PASSWORD } });
    expect([refused.status, await refused.json()]).toMatchObject([
      429,
      { error_code: 'over_email_send_rate_limit', msg: 'email rate limit exceeded' },
    ]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    // The refused sign-up leaves nothing behind.
    const { data } = await frugal.admin().auth.admin.listUsers();
    expect(data.users.map((user) => user.email)).toEqual(['one@example.com']);
  } finally {
    await frugal.stop();
    await temporary.remove();
  }
});

test('without email accounts, requests for them are refused, and phones log in; SMS over the rate of the whole project are refused, with the time to wait', async () => {
  const temporary = await temporaryDirectory();
  const file = await writeConfig(temporary.directory, { rate_limit: { sms_sent: 1 }, sms: { enable_signup: true, enable_confirmations: true }, email: { enable_signup: false } });
  const frugal = await Backend.start('--memory', '--config', file);
  try {
    const email = 'ada@example.com';
    const { auth } = frugal.client();
    expect(await (await frugal.fetch('/auth/v1/settings')).json()).toMatchObject({ external: { email: false, phone: true } });
    const disabled = { code: 'email_provider_disabled', message: 'Email logins are disabled' };
    expect((await auth.signUp({ email, password: PASSWORD })).error).toMatchObject({ status: 400, code: 'email_provider_disabled', message: 'Email signups are disabled' });
    expect((await auth.signInWithPassword({ email, password: PASSWORD })).error).toMatchObject({ status: 422, ...disabled });
    expect((await auth.signInWithOtp({ email })).error).toMatchObject({ status: 422, ...disabled });
    expect((await auth.resetPasswordForEmail(email)).error).toMatchObject({ status: 400, ...disabled });
    expect((await auth.resend({ email, type: 'signup' })).error).toMatchObject({ status: 400, ...disabled });
    expect((await frugal.client().auth.signInWithOtp({ phone: '+4915112345678' })).error).toBeNull();
    const refused = await frugal.fetch('/auth/v1/otp', { method: 'POST', body: { phone: '+4915112345679' } });
    expect([refused.status, await refused.json()]).toMatchObject([429, { error_code: 'over_sms_send_rate_limit', msg: 'SMS rate limit exceeded' }]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  } finally {
    await frugal.stop();
    await temporary.remove();
  }
});

test('limits can be switched off, and the settings for codes and passwords apply', async () => {
  const free = await Backend.start('--memory', '--config', config, '--no-rate-limits');
  try {
    for (let count = 0; count < 6; count += 1) {
      const { error } = await free.client().auth.signUp({ email: `person${String(count)}@example.com`, password: STRONG });
      expect(error).toBeNull();
    }
    const client = free.client();
    await client.auth.signInWithPassword({ email: 'person0@example.com', password: STRONG });
    expect((await client.auth.updateUser({ password: 'Another1Another' })).error).toMatchObject({ code: 'current_password_required' });
    expect((await client.auth.updateUser({ password: 'Another1Another', current_password: 'Wrong1Wrong1' })).error).toMatchObject({
      code: 'current_password_invalid',
    });
    expect((await client.auth.updateUser({ password: 'Another1Another', current_password: STRONG })).error).toBeNull();

    // A reset link does not require the old password.
    await free.client().auth.resetPasswordForEmail('person1@example.com');
    const message = await free.newestMessage('person1@example.com');
    expect(message.text).toMatch(/Code: \d{8}$/);
    const forgetful = free.client();
    await forgetful.auth.verifyOtp({ token_hash: tokenHashOf(message), type: 'recovery' });
    expect((await forgetful.auth.updateUser({ password: 'Another1Another' })).error).toBeNull();
  } finally {
    await free.stop();
  }
});

test('sign-up can be disabled, and expired links are refused', async () => {
  const temporary = await temporaryDirectory();
  const file = await writeConfig(temporary.directory, { enable_signup: false, email: { otp_expiry: 1, max_frequency: '0s' } });
  const closed = await Backend.start('--memory', '--config', file);
  try {
    expect((await closed.client().auth.signUp({ email: 'late@example.com', password: PASSWORD })).error).toMatchObject({
      code: 'signup_disabled',
      status: 422,
      message: 'Signups not allowed for this instance',
    });
    await closed.admin().auth.admin.createUser({ email: 'late@example.com', password: PASSWORD, email_confirm: true });
    await closed.client().auth.resetPasswordForEmail('late@example.com');
    const message = await closed.newestMessage('late@example.com');
    const { data } = await closed.client().auth.signInWithPassword({ email: 'late@example.com', password: PASSWORD });
    const sentAt = Date.parse(data.user?.recovery_sent_at ?? '');
    while (Date.now() <= sentAt + 1000) await closed.fetch('/auth/v1/health');
    const { error } = await closed.client().auth.verifyOtp({ token_hash: tokenHashOf(message), type: 'recovery' });
    expect(error).toMatchObject({ code: 'otp_expired', status: 403, message: 'Email link is invalid or has expired' });
  } finally {
    await closed.stop();
    await temporary.remove();
  }
});
