import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createClient } from '@supabase/supabase-js';
import type { SupabaseClient } from '@supabase/supabase-js';
import { Backend, PASSWORD, temporaryDirectory, writeConfig } from '../backend.ts';
import { addAuthenticator } from './authenticator.ts';
import { PasskeyDevice, strangersHandle } from './passkey-device.ts';

const SITE = 'https://site.example:8443';

let backend: Backend;
let remove: () => Promise<void>;
beforeAll(async () => {
  const temporary = await temporaryDirectory();
  remove = temporary.remove;
  const config = await writeConfig(temporary.directory, { passkey: { enabled: true }, webauthn: { rp_display_name: 'Atrium', rp_id: 'site.example' } });
  backend = await Backend.start('--memory', '--config', config, '--site-url', SITE);
});
afterAll(async () => {
  await backend.stop();
  await remove();
});

function newClient(): ReturnType<typeof createClient> {
  const { apiUrl, publishableKey } = backend.ready;
  return createClient(apiUrl, publishableKey, { auth: { persistSession: false, autoRefreshToken: false, experimental: { passkey: true } } });
}

async function register(email: string): Promise<ReturnType<typeof createClient>> {
  const client = newClient();
  await expectSuccess(client.auth.signUp({ email, password: PASSWORD, options: { data: { name: 'Ada' } } }));
  return client;
}

async function expectSuccess<Data>(response: Promise<{ data: Data; error: unknown }>): Promise<NonNullable<Data>> {
  const { data, error } = await response;
  expect(error).toBeNull();
  if (data === null || data === undefined) throw new Error('The response has no data.');
  return data;
}

/** Adds a passkey to the account of the client. */
async function addPasskey(client: SupabaseClient): Promise<{ device: PasskeyDevice; id: string }> {
  const device = new PasskeyDevice(SITE);
  const { challenge_id: challengeId, options } = await expectSuccess(client.auth.passkey.startRegistration());
  const { id } = await expectSuccess(client.auth.passkey.verifyRegistration({ challengeId, credential: device.create(options) }));
  return { device, id };
}

test('a passkey is registered, and logs in on another client at aal1', async () => {
  expect(await (await backend.fetch('/auth/v1/settings')).json()).toMatchObject({ passkeys_enabled: true });
  const client = await register('passkey@example.com');
  const { data: started } = await client.auth.passkey.startRegistration();
  expect(started?.options).toMatchObject({
    rp: { name: 'Atrium', id: 'site.example' },
    user: { name: 'passkey@example.com', displayName: 'Ada' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
    excludeCredentials: [],
  });
  const { device, id } = await addPasskey(client);
  expect((await client.auth.passkey.list()).data).toEqual([{ id, friendly_name: 'Passkey', created_at: expect.any(String) }]);

  const other = newClient();
  const { challenge_id: challengeId, options } = await expectSuccess(other.auth.passkey.startAuthentication());
  expect(options).toMatchObject({ rpId: 'site.example', userVerification: 'preferred' });
  const { user } = await expectSuccess(other.auth.passkey.verifyAuthentication({ challengeId, credential: device.sign(options) }));
  expect(user?.email).toBe('passkey@example.com');
  expect((await other.auth.getClaims()).data?.claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'passkey' }] });
  expect((await other.auth.passkey.list()).data).toMatchObject([{ id, last_used_at: expect.any(String) }]);
});

test('a challenge works once, for its user, and only signed by the registered key for this site', async () => {
  const client = await register('tricked@example.com');
  const { device } = await addPasskey(client);
  const log = async (deviations: Parameters<PasskeyDevice['sign']>[1]) => {
    const { challenge_id: challengeId, options } = await expectSuccess(newClient().auth.passkey.startAuthentication());
    return (await newClient().auth.passkey.verifyAuthentication({ challengeId, credential: device.sign(options, deviations) })).error?.code;
  };
  expect(await log({ origin: 'https://phishing.example' })).toBe('webauthn_verification_failed');
  expect(await log({ challenge: 'AAAA' })).toBe('webauthn_verification_failed');
  expect(await log({ userHandle: strangersHandle() })).toBe('webauthn_verification_failed');
  expect(await log({ signedWith: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey })).toBe('webauthn_verification_failed');
  expect(await log({})).toBeUndefined();

  const { challenge_id: challengeId, options } = await expectSuccess(newClient().auth.passkey.startAuthentication());
  const credential = device.sign(options);
  expect((await newClient().auth.passkey.verifyAuthentication({ challengeId, credential })).error).toBeNull();
  expect((await newClient().auth.passkey.verifyAuthentication({ challengeId, credential })).error?.code).toBe('webauthn_challenge_not_found');

  const registration = await expectSuccess(client.auth.passkey.startRegistration());
  const stranger = await register('stranger@example.com');
  const stolen = await stranger.auth.passkey.verifyRegistration({ challengeId: registration.challenge_id, credential: new PasskeyDevice(SITE).create(registration.options) });
  expect(stolen.error?.code).toBe('webauthn_challenge_not_found');
});

test('passkeys are renamed and removed by their user only', async () => {
  const client = await register('owner@example.com');
  const { device, id } = await addPasskey(client);
  const stranger = await register('other@example.com');
  expect((await stranger.auth.passkey.update({ passkeyId: id, friendlyName: 'Mine' })).error).toMatchObject({ status: 404 });
  expect((await stranger.auth.passkey.delete({ passkeyId: id })).error).toMatchObject({ status: 404 });
  expect((await client.auth.passkey.update({ passkeyId: id, friendlyName: 'x'.repeat(121) })).error?.code).toBe('validation_failed');
  expect((await client.auth.passkey.update({ passkeyId: id, friendlyName: 'Work laptop' })).data).toMatchObject({ id, friendly_name: 'Work laptop' });

  expect((await client.auth.passkey.delete({ passkeyId: id })).error).toBeNull();
  expect((await client.auth.passkey.list()).data).toEqual([]);
  const { challenge_id: challengeId, options } = await expectSuccess(newClient().auth.passkey.startAuthentication());
  expect((await newClient().auth.passkey.verifyAuthentication({ challengeId, credential: device.sign(options) })).error?.code).toBe('webauthn_verification_failed');
});

test('each device of an account logs in, and the others still do after one is removed', async () => {
  const client = await register('devices@example.com');
  const [laptop, phone] = [await addPasskey(client), await addPasskey(client)];
  const logIn = async (device: PasskeyDevice) => {
    const { challenge_id: challengeId, options } = await expectSuccess(newClient().auth.passkey.startAuthentication());
    return newClient().auth.passkey.verifyAuthentication({ challengeId, credential: device.sign(options) });
  };
  for (const { device } of [laptop, phone]) expect((await expectSuccess(logIn(device))).user?.email).toBe('devices@example.com');
  expect((await client.auth.passkey.delete({ passkeyId: laptop.id })).error).toBeNull();
  expect((await logIn(laptop.device)).error).not.toBeNull();
  expect((await expectSuccess(logIn(phone.device))).user?.email).toBe('devices@example.com');
});

test('a user with a second factor must enter its code before adding or removing a passkey', async () => {
  const client = await register('factor@example.com');
  const { id } = await addPasskey(client);
  await addAuthenticator(client);
  await addPasskey(client);

  const other = newClient();
  expect((await other.auth.signInWithPassword({ email: 'factor@example.com', password: PASSWORD })).error).toBeNull();
  expect((await other.auth.passkey.startRegistration()).error?.code).toBe('insufficient_aal');
  expect((await other.auth.passkey.delete({ passkeyId: id })).error?.code).toBe('insufficient_aal');
  expect((await other.auth.passkey.list()).data).toHaveLength(2);
});

test('a device is registered once, and an account has at most ten passkeys', async () => {
  const client = await register('many@example.com');
  const { device } = await addPasskey(client);
  const { challenge_id: challengeId, options } = await expectSuccess(client.auth.passkey.startRegistration());
  expect(options.excludeCredentials).toHaveLength(1);
  expect((await client.auth.passkey.verifyRegistration({ challengeId, credential: device.create(options) })).error?.code).toBe('webauthn_credential_exists');
  for (let count = 1; count < 10; count += 1) await addPasskey(client);
  expect((await client.auth.passkey.startRegistration()).error?.code).toBe('too_many_passkeys');

  const { data } = await client.auth.getUser();
  const { auth } = createClient(backend.ready.apiUrl, backend.ready.secretKey, { auth: { persistSession: false, experimental: { passkey: true } } });
  const { data: all } = await auth.admin.passkey.listPasskeys({ userId: data.user?.id ?? '' });
  expect(all).toHaveLength(10);
  expect((await auth.admin.passkey.deletePasskey({ userId: data.user?.id ?? '', passkeyId: all?.[0]?.id ?? '' })).error).toBeNull();
  expect((await client.auth.passkey.list()).data).toHaveLength(9);
});
