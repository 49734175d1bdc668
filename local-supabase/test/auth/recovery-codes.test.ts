import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createClient } from '@supabase/supabase-js';
import { Backend, PASSWORD } from '../backend.ts';
import { addAuthenticator } from './authenticator.ts';

let backend: Backend;
beforeAll(async () => {
  backend = await Backend.start('--memory', '--no-rate-limits');
});
afterAll(() => backend.stop());

type Client = ReturnType<typeof newClient>;

function newClient() {
  const { apiUrl, publishableKey } = backend.ready;
  return createClient(apiUrl, publishableKey, { auth: { persistSession: false, autoRefreshToken: false, experimental: { recoveryCodes: true } } });
}

async function expectSuccess<Data>(response: Promise<{ data: Data; error: unknown }>): Promise<NonNullable<Data>> {
  const { data, error } = await response;
  expect(error).toBeNull();
  if (data === null || data === undefined) throw new Error('The response has no data.');
  return data;
}

const refusal = (code: string, status: number) => expect.objectContaining({ code, status });

/** An account with an authenticator app and recovery codes, whose client is at `aal2`. */
async function registerWithCodes(email: string) {
  const client = newClient();
  await expectSuccess(client.auth.signUp({ email, password: PASSWORD }));
  const { factorId } = await addAuthenticator(client);
  const { codes, id } = await expectSuccess(client.auth.mfa.recoveryCodes.generate());
  return { client, factorId, codes, id };
}

/** Logs in with the password alone. */
async function logIn(email: string): Promise<Client> {
  const client = newClient();
  const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  expect(error).toBeNull();
  return client;
}

const levelOf = async (client: Client) => (await expectSuccess(client.auth.mfa.getAuthenticatorAssuranceLevel())).currentLevel;

test('a set has ten codes, which only the response to its creation contains', async () => {
  const { client, codes, id } = await registerWithCodes('set@example.com');
  expect(new Set(codes).size).toBe(10);
  expect(codes).toEqual(codes.map(() => expect.stringMatching(/^[2-9a-z]{16}$/)));
  expect(await expectSuccess(client.auth.mfa.recoveryCodes.getStatus())).toEqual({ id, type: 'recovery_code', total: 10, remaining: 10 });
  const { all } = await expectSuccess(client.auth.mfa.listFactors());
  expect(all.map(({ factor_type: type, friendly_name: name, status }) => [type, name, status])).toContainEqual(['recovery_code', 'Recovery codes', 'verified']);
  expect(await client.auth.mfa.recoveryCodes.generate()).toMatchObject({ error: refusal('mfa_verified_factor_exists', 422) });
});

test('a code raises a session to aal2 once, in capitals and groups too', async () => {
  const { codes } = await registerWithCodes('use@example.com');
  const [code = ''] = codes;
  const client = await logIn('use@example.com');
  expect(await levelOf(client)).toBe('aal1');
  const typed = code.toUpperCase().replace(/(.{4})(?=.)/g, '$1-');
  const { access_token: token } = await expectSuccess(client.auth.mfa.recoveryCodes.verify({ code: ` ${typed}` }));
  expect(await levelOf(client)).toBe('aal2');
  const { currentAuthenticationMethods } = await expectSuccess(client.auth.mfa.getAuthenticatorAssuranceLevel());
  expect(currentAuthenticationMethods).toContainEqual(expect.objectContaining({ method: 'mfa/recovery_code' }));
  expect(await expectSuccess(client.auth.mfa.recoveryCodes.getStatus())).toMatchObject({ total: 10, remaining: 9 });
  expect(await client.auth.getUser(token)).toMatchObject({ error: null });
  expect(await (await logIn('use@example.com')).auth.mfa.recoveryCodes.verify({ code })).toMatchObject({ error: refusal('mfa_verification_failed', 422) });
});

test('two tabs cannot use one code', async () => {
  const { codes } = await registerWithCodes('twice@example.com');
  const clients = [await logIn('twice@example.com'), await logIn('twice@example.com')];
  const responses = await Promise.all(clients.map(({ auth }) => auth.mfa.recoveryCodes.verify({ code: codes[1] ?? '' })));
  expect(responses.filter(({ error }) => error === null)).toHaveLength(1);
});

test("another person's code is refused", async () => {
  const { codes } = await registerWithCodes('one@example.com');
  await registerWithCodes('other@example.com');
  const client = await logIn('other@example.com');
  expect(await client.auth.mfa.recoveryCodes.verify({ code: codes[0] ?? '' })).toMatchObject({ error: refusal('mfa_verification_failed', 422) });
});

test('five wrong codes lock the right ones, until new codes are created', async () => {
  const { client, codes } = await registerWithCodes('locked@example.com');
  const attacker = await logIn('locked@example.com');
  for (let tries = 0; tries < 5; tries += 1) {
    expect(await attacker.auth.mfa.recoveryCodes.verify({ code: 'a'.repeat(16) })).toMatchObject({ error: refusal('mfa_verification_failed', 422) });
  }
  expect(await attacker.auth.mfa.recoveryCodes.verify({ code: codes[0] ?? '' })).toMatchObject({ error: refusal('mfa_recovery_codes_locked', 429) });
  const { codes: renewed } = await expectSuccess(client.auth.mfa.recoveryCodes.regenerate());
  expect(await attacker.auth.mfa.recoveryCodes.verify({ code: codes[0] ?? '' })).toMatchObject({ error: refusal('mfa_verification_failed', 422) });
  await expectSuccess(attacker.auth.mfa.recoveryCodes.verify({ code: renewed[0] ?? '' }));
});

test('codes need another verified factor and a session at aal2', async () => {
  const client = newClient();
  await expectSuccess(client.auth.signUp({ email: 'alone@example.com', password: PASSWORD }));
  expect(await client.auth.mfa.recoveryCodes.getStatus()).toMatchObject({ error: refusal('mfa_factor_not_found', 404) });
  expect(await client.auth.mfa.recoveryCodes.generate()).toMatchObject({ error: refusal('insufficient_aal', 403) });

  const { id } = await registerWithCodes('levels@example.com');
  const low = await logIn('levels@example.com');
  for (const call of ['generate', 'regenerate', 'unenroll'] as const) {
    expect(await low.auth.mfa.recoveryCodes[call]()).toMatchObject({ error: refusal('insufficient_aal', 403) });
  }
  expect(await low.auth.mfa.challenge({ factorId: id })).toMatchObject({ error: refusal('validation_failed', 400) });
});

test('codes go with the last other factor, and with them the level that they gave', async () => {
  const { factorId, codes } = await registerWithCodes('last@example.com');
  const client = await logIn('last@example.com');
  await expectSuccess(client.auth.mfa.recoveryCodes.verify({ code: codes[0] ?? '' }));
  await expectSuccess(client.auth.mfa.unenroll({ factorId }));
  await expectSuccess(client.auth.refreshSession());
  expect((await expectSuccess(client.auth.mfa.listFactors())).all).toEqual([]);
  expect(await levelOf(client)).toBe('aal1');
});

test('removed codes no longer work, and the other factor stays', async () => {
  const { client, factorId, codes } = await registerWithCodes('removed@example.com');
  await expectSuccess(client.auth.mfa.recoveryCodes.unenroll());
  expect((await expectSuccess(client.auth.mfa.listFactors())).all.map(({ id }) => id)).toEqual([factorId]);
  const other = await logIn('removed@example.com');
  expect(await other.auth.mfa.recoveryCodes.verify({ code: codes[0] ?? '' })).toMatchObject({ error: refusal('mfa_verification_failed', 422) });
});
