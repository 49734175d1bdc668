import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { SupabaseClient } from '@supabase/supabase-js';
import { Backend, PASSWORD, temporaryDirectory, writeConfig } from '../backend.ts';
import { addAuthenticator, Authenticator, register } from './authenticator.ts';

/** Few factors, short challenges, no phones. */
let sparing: Backend;
/** Few guesses, and SMS an hour apart. */
let guarded: Backend;
const removals: (() => Promise<void>)[] = [];

async function start(mfa: object): Promise<Backend> {
  const temporary = await temporaryDirectory();
  removals.push(temporary.remove);
  return Backend.start('--memory', '--config', await writeConfig(temporary.directory, { mfa }));
}

beforeAll(async () => {
  [sparing, guarded] = await Promise.all([
    start({
      max_enrolled_factors: 2,
      challenge_expiry_duration: '1s',
      rate_limit_challenge_and_verify: 'off',
      phone: { enroll_enabled: false },
    }),
    start({ factor_expiry_duration: 0, rate_limit_challenge_and_verify: 3, phone: { max_frequency: '1h' } }),
  ]);
});
afterAll(async () => {
  await Promise.all([sparing.stop(), guarded.stop()]);
  for (const remove of removals) await remove();
});

async function bearer(client: SupabaseClient): Promise<{ authorization: string }> {
  const { data } = await client.auth.getSession();
  return { authorization: `Bearer ${data.session?.access_token ?? ''}` };
}

test('a phone factor is refused if the settings disable it', async () => {
  const client = await register(sparing, 'phone@example.com');
  expect((await client.auth.mfa.enroll({ factorType: 'phone', phone: '+4915112345678' })).error).toMatchObject({
    code: 'mfa_phone_enroll_not_enabled',
    status: 422,
    message: 'MFA enroll is disabled for Phone',
  });
});

test('names are unique, and the number of factors is limited', async () => {
  const client = await register(sparing, 'many@example.com');
  const enroll = (friendlyName: string): ReturnType<typeof client.auth.mfa.enroll> => client.auth.mfa.enroll({ factorType: 'totp', friendlyName });
  expect((await enroll('First')).error).toBeNull();
  expect((await enroll('First')).error).toMatchObject({
    code: 'mfa_factor_name_conflict',
    status: 422,
    message: 'A factor with the friendly name "First" for this user already exists',
  });
  expect((await enroll('Second')).error).toBeNull();
  expect((await enroll('Third')).error).toMatchObject({
    code: 'too_many_enrolled_mfa_factors',
    status: 422,
    message: 'Maximum number of verified factors reached, unenroll to continue',
  });
});

test('a user with a verified factor can enrol another at aal2 only', async () => {
  const email = 'another@example.com';
  const { app, factorId } = await addAuthenticator(await register(sparing, email));
  const client = sparing.client();
  await client.auth.signInWithPassword({ email, password: PASSWORD });
  const enroll = (): ReturnType<typeof client.auth.mfa.enroll> => client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Second' });
  expect((await enroll()).error).toMatchObject({ code: 'insufficient_aal', status: 403, message: 'AAL2 required to enroll a new factor' });
  expect((await client.auth.mfa.challengeAndVerify({ factorId, code: app.code(1) })).error).toBeNull();
  expect((await enroll()).error).toBeNull();
});

test('verifying a factor removes the unverified ones of its type', async () => {
  const client = await register(sparing, 'half@example.com');
  await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Abandoned' });
  const { factorId } = await addAuthenticator(client, 'Kept');
  expect((await client.auth.mfa.listFactors()).data?.all.map((factor) => factor.id)).toEqual([factorId]);
});

test('an expired challenge cannot be answered and is removed', async () => {
  const client = await register(sparing, 'late@example.com');
  const { data } = await client.auth.mfa.enroll({ factorType: 'totp' });
  const app = new Authenticator(data?.totp.secret ?? '');
  const factorId = data?.id ?? '';
  const challengeId = (await client.auth.mfa.challenge({ factorId })).data?.id ?? '';
  const answeredAt = Date.now();
  while (Date.now() <= answeredAt + 1000) await sparing.fetch('/auth/v1/health');
  expect((await client.auth.mfa.verify({ factorId, challengeId, code: app.code() })).error).toMatchObject({
    code: 'mfa_challenge_expired',
    status: 422,
    message: `MFA challenge ${challengeId} has expired, verify against another challenge or create a new challenge.`,
  });
  expect((await client.auth.mfa.verify({ factorId, challengeId, code: app.code() })).error).toMatchObject({
    code: 'mfa_factor_not_found',
    status: 422,
    message: 'MFA factor with the provided challenge ID not found',
  });
});

test('guesses over the rate are refused, with the time to wait', async () => {
  const client = await register(guarded, 'guesser@example.com');
  const { data } = await client.auth.mfa.enroll({ factorType: 'totp' });
  const app = new Authenticator(data?.totp.secret ?? '');
  const challenge = await client.auth.mfa.challenge({ factorId: data?.id ?? '' });
  const headers = await bearer(client);
  const guess = (code: string): Promise<Response> =>
    guarded.fetch(`/auth/v1/factors/${data?.id ?? ''}/verify`, { method: 'POST', headers, body: { challenge_id: challenge.data?.id, code } });
  const statuses: number[] = [];
  for (let count = 0; count < 3; count += 1) statuses.push((await guess(app.wrongCode())).status);
  expect(statuses).toEqual([422, 422, 422]);
  // The right code is refused too: otherwise the limit would reveal whether a guess is right.
  const refused = await guess(app.code());
  expect([refused.status, await refused.json()]).toMatchObject([
    429,
    { error_code: 'over_request_rate_limit', msg: 'Request rate limit reached' },
  ]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(20);
});

test('a second SMS within the interval is refused, with the time to wait', async () => {
  const client = await register(guarded, 'impatient@example.com');
  const { data } = await client.auth.mfa.enroll({ factorType: 'phone', phone: '+4915112345678' });
  const headers = await bearer(client);
  const challenge = (): Promise<Response> =>
    guarded.fetch(`/auth/v1/factors/${data?.id ?? ''}/challenge`, { method: 'POST', headers, body: { channel: 'sms' } });
  expect((await challenge()).status).toBe(200);
  const again = await challenge();
  expect([again.status, await again.json()]).toMatchObject([
    429,
    { error_code: 'over_sms_send_rate_limit', msg: expect.stringMatching(/^For security purposes, you can only request this after \d+ seconds\.$/) },
  ]);
  expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(3000);
  expect(await guarded.messages('+4915112345678')).toHaveLength(1);
});

test('a factor that was never challenged is removed after its expiry', async () => {
  const client = await register(guarded, 'stale@example.com');
  const { data: stale } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Same name' });
  const { data: fresh, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Same name' });
  expect(error).toBeNull();
  const { data } = await client.auth.mfa.listFactors();
  expect(data?.all.map((factor) => factor.id)).toEqual([fresh?.id]);
  expect(fresh?.id).not.toBe(stale?.id);
});
