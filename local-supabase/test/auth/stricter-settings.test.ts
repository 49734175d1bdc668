import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { AGE_SESSIONS, Backend, codeOf, PASSWORD, temporaryDirectory, tokenHashOf, writeConfig } from '../backend.ts';

let backend: Backend;
let remove: () => Promise<void>;
beforeAll(async () => {
  const temporary = await temporaryDirectory();
  remove = temporary.remove;
  const config = await writeConfig(temporary.directory, {
    email: { enable_confirmations: true, double_confirm_changes: false, secure_password_change: true, max_frequency: '0s' },
    mfa: { totp: { enroll_enabled: false, verify_enabled: false } },
  });
  await writeFile(path.join(temporary.directory, '20260101000000_age_sessions.sql'), AGE_SESSIONS);
  backend = await Backend.start('--memory', '--config', config, '--migrations', temporary.directory);
});
afterAll(async () => {
  await backend.stop();
  await remove();
});

/** A signed-in client of a new account. */
async function newAccount(email: string): Promise<ReturnType<Backend['client']>> {
  const client = backend.client();
  await client.auth.signUp({ email, password: PASSWORD });
  expect((await client.auth.verifyOtp({ token_hash: tokenHashOf(await backend.newestMessage(email)), type: 'email' })).error).toBeNull();
  return client;
}

test('without double confirmation, the new mailbox alone confirms a change of address', async () => {
  const client = await newAccount('old@example.com');
  const before = (await backend.newestMessage('old@example.com')).id;
  expect((await client.auth.updateUser({ email: 'current@example.com' })).error).toBeNull();
  expect((await backend.newestMessage('old@example.com')).id).toBe(before);
  const token_hash = tokenHashOf(await backend.newestMessage('current@example.com'));
  expect((await backend.client().auth.verifyOtp({ token_hash, type: 'email_change' })).data.user?.email).toBe('current@example.com');
  expect((await client.auth.getUser()).data.user).toMatchObject({ email: 'current@example.com' });
});

test('with secure password change, an old session needs the code of a mail, which works once', async () => {
  const client = await newAccount('careful@example.com');
  expect((await backend.admin().rpc('age_sessions')).error).toBeNull();
  expect((await client.auth.updateUser({ password: 'another horse' })).error?.code).toBe('reauthentication_needed');
  expect((await client.auth.reauthenticate()).error).toBeNull();
  const nonce = codeOf(await backend.newestMessage('careful@example.com'));
  expect((await client.auth.updateUser({ password: 'another horse', nonce: nonce === '000000' ? '000001' : '000000' })).error?.code).toBe('reauthentication_not_valid');
  expect((await client.auth.updateUser({ password: 'another horse', nonce })).error).toBeNull();
  expect((await client.auth.updateUser({ password: 'a third horse', nonce })).error).not.toBeNull();
  expect((await backend.client().auth.signInWithPassword({ email: 'careful@example.com', password: 'another horse' })).error).toBeNull();
});

test('a project without authenticator apps refuses to enrol one', async () => {
  const client = await newAccount('plain@example.com');
  expect((await client.auth.mfa.enroll({ factorType: 'totp' })).error).toMatchObject({ status: 422, code: 'mfa_totp_enroll_not_enabled' });
});
