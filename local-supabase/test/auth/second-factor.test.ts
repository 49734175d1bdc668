import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Backend, codeOf, PASSWORD, temporaryDirectory, writeConfig } from '../backend.ts';
import { addAuthenticator, addPhone, Authenticator, register } from './authenticator.ts';

let backend: Backend;
let remove: () => Promise<void>;
beforeAll(async () => {
  const temporary = await temporaryDirectory();
  remove = temporary.remove;
  const config = await writeConfig(temporary.directory, {
    mfa: { rate_limit_challenge_and_verify: 'off', phone: { max_frequency: '0s', otp_length: 8, template: 'Atrium: {{ .Code }} is your code' } },
  });
  backend = await Backend.start('--memory', '--config', config, '--site-url', 'https://site.example:8443');
});
afterAll(async () => {
  await backend.stop();
  await remove();
});

test('an authenticator app is enrolled and raises the session', async () => {
  const client = await register(backend, 'totp@example.com');
  const { data: enrolled, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone app', issuer: 'Atrium' });
  expect(error).toBeNull();
  expect(enrolled).toMatchObject({ type: 'totp', friendly_name: 'Phone app', totp: { secret: expect.stringMatching(/^[A-Z2-7]{32}$/) } });
  const uri = new URL(enrolled?.totp.uri ?? '');
  expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual(['otpauth:', 'totp', '/Atrium:totp@example.com']);
  expect(Object.fromEntries(uri.searchParams)).toMatchObject({ issuer: 'Atrium', secret: enrolled?.totp.secret, digits: '6', period: '30' });
  // supabase-js puts the source into a data URL unescaped: a # would end it.
  expect(enrolled?.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#]*<\/svg>$/s);
  expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' });

  const app = new Authenticator(enrolled?.totp.secret ?? '');
  const factorId = enrolled?.id ?? '';
  const challenge = await client.auth.mfa.challenge({ factorId });
  expect(challenge.data).toMatchObject({ type: 'totp' });
  expect(Math.abs((challenge.data?.expires_at ?? 0) - Date.now() / 1000 - 300)).toBeLessThan(30);
  const { data: raised, error: refused } = await client.auth.mfa.verify({ factorId, challengeId: challenge.data?.id ?? '', code: app.code() });
  expect(refused).toBeNull();
  expect(raised).toMatchObject({
    token_type: 'bearer',
    expires_in: 3600,
    user: { factors: [{ id: factorId, status: 'verified', factor_type: 'totp', friendly_name: 'Phone app' }] },
  });

  const { data: level } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
  expect(level).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });
  expect(level?.currentAuthenticationMethods).toMatchObject([
    { method: 'totp', timestamp: expect.any(Number) },
    { method: 'password', timestamp: expect.any(Number) },
  ]);
  expect((await client.auth.mfa.listFactors()).data?.totp).toHaveLength(1);
});

test('the level and the session stay the same through a refresh', async () => {
  const client = await register(backend, 'refresh@example.com');
  const before = (await client.auth.getClaims()).data?.claims;
  await addAuthenticator(client);
  const raised = (await client.auth.getClaims()).data?.claims;
  expect((await client.auth.refreshSession()).error).toBeNull();
  const after = (await client.auth.getClaims()).data?.claims;
  expect([before?.aal, raised?.aal, after?.aal]).toEqual(['aal1', 'aal2', 'aal2']);
  expect([raised?.session_id, after?.session_id]).toEqual([before?.session_id, before?.session_id]);
  expect(after?.amr).toEqual(raised?.amr);
});

test('signing in again starts at aal1, and the app raises it', async () => {
  const email = 'again@example.com';
  const { app, factorId } = await addAuthenticator(await register(backend, email));
  const client = backend.client();
  const { data } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  expect(data.user?.factors).toMatchObject([{ id: factorId, status: 'verified' }]);
  expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
  expect((await client.auth.mfa.challengeAndVerify({ factorId, code: app.code(1) })).error).toBeNull();
  expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });
});

test('a wrong code is refused, and the challenge can be retried', async () => {
  const client = await register(backend, 'wrong@example.com');
  const { data } = await client.auth.mfa.enroll({ factorType: 'totp' });
  const app = new Authenticator(data?.totp.secret ?? '');
  const factorId = data?.id ?? '';
  const challengeId = (await client.auth.mfa.challenge({ factorId })).data?.id ?? '';
  const refused = await client.auth.mfa.verify({ factorId, challengeId, code: app.wrongCode() });
  expect(refused.error).toMatchObject({ code: 'mfa_verification_failed', status: 422, message: 'Invalid TOTP code entered' });
  expect((await client.auth.mfa.verify({ factorId, challengeId, code: '' })).error).toMatchObject({ code: 'validation_failed', status: 400 });
  expect((await client.auth.mfa.verify({ factorId, challengeId, code: app.code() })).error).toBeNull();
});

test('a code works once, and so does a challenge', async () => {
  const client = await register(backend, 'replay@example.com');
  const { data } = await client.auth.mfa.enroll({ factorType: 'totp' });
  const app = new Authenticator(data?.totp.secret ?? '');
  const factorId = data?.id ?? '';
  const challengeId = (await client.auth.mfa.challenge({ factorId })).data?.id ?? '';
  expect((await client.auth.mfa.verify({ factorId, challengeId, code: app.code() })).error).toBeNull();
  expect((await client.auth.mfa.challengeAndVerify({ factorId, code: app.code() })).error).toMatchObject({
    code: 'mfa_verification_failed',
    status: 422,
  });
  expect((await client.auth.mfa.verify({ factorId, challengeId, code: app.code(1) })).error).toMatchObject({
    code: 'mfa_ip_address_mismatch',
    status: 422,
    message: 'Challenge and verify IP addresses mismatch.',
  });
  expect((await client.auth.mfa.challengeAndVerify({ factorId, code: app.code(1) })).error).toBeNull();
});

test('a phone gets its code as an SMS', async () => {
  const client = await register(backend, 'phone@example.com');
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'phone', phone: '+49 151 12345678', friendlyName: 'Mobile' });
  expect(error).toBeNull();
  expect(data).toMatchObject({ type: 'phone', friendly_name: 'Mobile', phone: '+49 151 12345678' });
  const factorId = data?.id ?? '';
  const challenge = await client.auth.mfa.challenge({ factorId, channel: 'sms' });
  expect(challenge.data).toMatchObject({ type: 'phone' });
  const message = await backend.newestMessage('+4915112345678');
  expect(message.text).toMatch(/^Atrium: \d{8} is your code$/);
  expect(message.links).toEqual([]);
  const code = codeOf(message);
  const challengeId = challenge.data?.id ?? '';
  const wrong = await client.auth.mfa.verify({ factorId, challengeId, code: code === '00000000' ? '11111111' : '00000000' });
  expect(wrong.error).toMatchObject({ code: 'mfa_verification_failed', status: 422, message: 'Invalid MFA Phone code entered' });
  expect((await client.auth.mfa.verify({ factorId, challengeId, code })).error).toBeNull();
  const { data: level } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
  expect(level).toMatchObject({ currentLevel: 'aal2', currentAuthenticationMethods: [{ method: 'mfa/phone' }, { method: 'password' }] });
  expect((await client.auth.mfa.listFactors()).data?.phone).toMatchObject([{ id: factorId, phone: '4915112345678' }]);
});

test('an invalid number, an enrolled number and another channel are refused', async () => {
  const client = await register(backend, 'numbers@example.com');
  for (const phone of ['12ab', '+0123', '']) {
    expect((await client.auth.mfa.enroll({ factorType: 'phone', phone })).error).toMatchObject({ code: 'validation_failed', status: 400 });
  }
  const factorId = await addPhone(backend, client, '+4915100000001');
  expect((await client.auth.mfa.enroll({ factorType: 'phone', phone: '+4915100000001', friendlyName: 'Same' })).error).toMatchObject({
    code: 'mfa_verified_factor_exists',
    status: 422,
  });
  expect((await client.auth.mfa.challenge({ factorId, channel: 'whatsapp' })).error).toMatchObject({ code: 'validation_failed', status: 400 });
});

test('a verified factor raises one session and ends the others', async () => {
  const email = 'others@example.com';
  const client = await register(backend, email);
  const other = backend.client();
  const { data } = await other.auth.signInWithPassword({ email, password: PASSWORD });
  await addAuthenticator(client);
  const ended = await backend.fetch('/auth/v1/user', { headers: { authorization: `Bearer ${data.session?.access_token ?? ''}` } });
  expect([ended.status, await ended.json()]).toMatchObject([403, { error_code: 'session_not_found' }]);
  expect((await other.auth.refreshSession()).error).toMatchObject({ code: 'refresh_token_not_found' });
  expect((await client.auth.getUser()).error).toBeNull();
});

test('removing a verified factor needs aal2, and the session returns to aal1 with the next token', async () => {
  const email = 'removal@example.com';
  const client = await register(backend, email);
  const { factorId } = await addAuthenticator(client);
  const weaker = backend.client();
  await weaker.auth.signInWithPassword({ email, password: PASSWORD });
  expect((await weaker.auth.mfa.unenroll({ factorId })).error).toMatchObject({
    code: 'insufficient_aal',
    status: 422,
    message: 'AAL2 required to unenroll verified factor',
  });
  const { data, error } = await client.auth.mfa.unenroll({ factorId });
  expect([data, error]).toEqual([{ id: factorId }, null]);
  const { data: user } = await client.auth.getUser();
  expect(user.user?.factors).toBeUndefined();
  await client.auth.refreshSession();
  const claims = (await client.auth.getClaims()).data?.claims;
  expect([claims?.aal, claims?.amr]).toMatchObject(['aal1', [{ method: 'password' }]]);
});

test('users cannot change the factors of others', async () => {
  const { factorId } = await addAuthenticator(await register(backend, 'owner@example.com'));
  const stranger = await register(backend, 'stranger@example.com');
  expect((await stranger.auth.mfa.challenge({ factorId })).error).toMatchObject({ code: 'mfa_factor_not_found', status: 404, message: 'Factor not found' });
  expect((await stranger.auth.mfa.unenroll({ factorId })).error).toMatchObject({ code: 'mfa_factor_not_found', status: 404 });
  // supabase-js refuses it itself.
  const { data } = await stranger.auth.getSession();
  const odd = await backend.fetch('/auth/v1/factors/not-an-id', {
    method: 'DELETE',
    headers: { authorization: `Bearer ${data.session?.access_token ?? ''}` },
  });
  expect([odd.status, await odd.json()]).toMatchObject([404, { error_code: 'validation_failed', msg: 'factor_id must be an UUID' }]);
  expect((await backend.fetch('/auth/v1/factors', { method: 'POST', body: { factor_type: 'totp' } })).status).toBe(401);
});

test('with a second factor, changing the password or the address needs aal2, changing the name does not', async () => {
  const email = 'careful@example.com';
  const { app, factorId } = await addAuthenticator(await register(backend, email));
  const client = backend.client();
  await client.auth.signInWithPassword({ email, password: PASSWORD });
  const refusal = {
    code: 'insufficient_aal',
    status: 401,
    message: 'AAL2 session is required to update email or password when MFA is enabled.',
  };
  expect((await client.auth.updateUser({ password: 'a new password' })).error).toMatchObject(refusal);
  expect((await client.auth.updateUser({ email: 'other@example.com' })).error).toMatchObject(refusal);
  expect((await client.auth.updateUser({ data: { name: 'Careful' } })).error).toBeNull();
  await client.auth.mfa.challengeAndVerify({ factorId, code: app.code(1) });
  expect((await client.auth.updateUser({ password: 'a new password' })).error).toBeNull();
  expect((await client.auth.updateUser({ email: 'other@example.com' })).error).toBeNull();
});

test('with a second factor, a reset link alone cannot change the password', async () => {
  const email = 'reset@example.com';
  const { app, factorId } = await addAuthenticator(await register(backend, email));
  const client = backend.client();
  await client.auth.resetPasswordForEmail(email);
  const { data } = await client.auth.verifyOtp({ email, token: codeOf(await backend.newestMessage(email)), type: 'recovery' });
  expect(data.session).not.toBeNull();
  expect((await client.auth.updateUser({ password: 'a new password' })).error).toMatchObject({ code: 'insufficient_aal', status: 401 });
  expect((await client.auth.mfa.challengeAndVerify({ factorId, code: app.code(1) })).error).toBeNull();
  expect((await client.auth.updateUser({ password: 'a new password' })).error).toBeNull();
  expect((await backend.client().auth.signInWithPassword({ email, password: 'a new password' })).error).toBeNull();
});
