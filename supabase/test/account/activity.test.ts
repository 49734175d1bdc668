import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createClient } from '@supabase/supabase-js';
import { addAuthenticator, PASSWORD, Project, type Client } from '../project.ts';

let project: Project;
beforeAll(async () => {
  project = await Project.start(`--migrations=${path.join(import.meta.dirname, 'log-access')}`, `--config=${path.join(import.meta.dirname, 'config.toml')}`);
});
afterAll(() => project.stop());

/** The caller's events, the oldest first. */
async function eventsOf(client: Client): Promise<readonly (readonly [kind: string, detail: string | null])[]> {
  const { data } = await client.rpc('account_activity').throwOnError();
  return data.map(({ kind, detail }) => [kind, detail] as const).reverse();
}

/** Calls a function of the folder `log-access` with the secret key. The generated types do not contain it. */
async function askLog(name: 'age_log' | 'fill_log' | 'count_log' | 'add_passkey' | 'add_identity', person: string): Promise<unknown> {
  const answer: { readonly data: unknown } = await createClient(project.backend.apiUrl, project.backend.secretKey).rpc(name, { person }).throwOnError();
  return answer.data;
}

test('the log has sign-ins, factors, and changes of the password and the address, for their owner only', async () => {
  const { client, id, email } = await project.register('logged');
  const other = await project.register('curious');
  await addAuthenticator(client);
  const factor = (await client.auth.mfa.listFactors()).data?.totp[0];
  await client.auth.updateUser({ password: `${PASSWORD} 2`, current_password: PASSWORD });
  await client.auth.mfa.unenroll({ factorId: factor?.id ?? '' });
  await project.admin.auth.admin.updateUserById(id, { email: `new.${email}` });
  // A passkey and a provider take a browser, so they are added with the rights of the auth service.
  await askLog('add_passkey', id);
  await askLog('add_identity', id);
  expect(await eventsOf(client)).toEqual([
    ['signed-in', null],
    ['factor-added', 'App'],
    ['password-changed', null],
    ['factor-removed', 'App'],
    ['email-changed', null],
    ['passkey-added', 'Laptop'],
    ['provider-linked', 'github'],
  ]);
  expect(await eventsOf(other.client)).toEqual([['signed-in', null]]);
  expect((await project.client().rpc('account_activity')).error?.code).toBe('42501');
});

test('a password that an account gets before its address is confirmed is no change of its owner', async () => {
  const email = 'invited@example.com';
  const { data } = await project.admin.auth.admin.createUser({ email });
  const id = data.user?.id ?? '';
  await project.admin.auth.admin.updateUserById(id, { password: PASSWORD });
  await project.admin.auth.admin.updateUserById(id, { email_confirm: true });
  await project.admin.auth.admin.updateUserById(id, { password: PASSWORD });
  const before = await eventsOf(await project.logIn({ email }));
  expect(before.filter(([kind]) => kind === 'password-changed')).toHaveLength(1);
});

test('a log-in without the code of the second factor is in the log as a first step, which reads nothing, and becomes a sign-in with the code', async () => {
  const { client, email } = await project.register('two steps');
  await addAuthenticator(client);
  const unfinished = await project.logIn({ email });
  const finished = await project.logIn({ email });
  expect(await eventsOf(finished)).toEqual([]);
  const [factor] = (await finished.auth.mfa.listFactors()).data?.totp ?? [];
  // The code of this half minute is used already, so the session is raised with the rights of the auth service.
  const { data } = await finished.auth.getClaims();
  await createClient(project.backend.apiUrl, project.backend.secretKey).rpc('raise_session', { session: data?.claims.session_id, factor: factor?.id }).throwOnError();
  expect(await eventsOf(unfinished)).toEqual([]);
  expect(await eventsOf(client)).toEqual([['signed-in', null], ['factor-added', 'App'], ['first-step', null], ['signed-in', null]]);
});

test('wrong codes are in the log where the auth service reports them, and right ones are not', async () => {
  const { client } = await project.register('guessed');
  await addAuthenticator(client);
  const [factor] = (await client.auth.mfa.listFactors()).data?.totp ?? [];
  const { error } = await client.auth.mfa.challengeAndVerify({ factorId: factor?.id ?? '', code: '000000' });
  expect(error?.code).toBe('mfa_verification_failed');
  expect(await eventsOf(client)).toEqual([['signed-in', null], ['factor-added', 'App'], ['wrong-code', 'App']]);
  expect((await client.rpc('account_code_attempt', { event: { valid: false, factor_id: factor?.id ?? '' } })).error?.code).toBe('42501');
});

test('many log-ins do not push another event out of the list', async () => {
  const { client, id } = await project.register('crowded');
  await askLog('add_passkey', id);
  await askLog('fill_log', id);
  const events = await eventsOf(client);
  expect(events[0]).toEqual(['passkey-added', 'Laptop']);
  expect(events).toHaveLength(51);
});

test('events are kept for 90 days: later ones are hidden, and the next event of any account removes them', async () => {
  const idle = await project.register('idle');
  await askLog('age_log', idle.id);
  expect(await eventsOf(idle.client)).toEqual([]);
  expect(await askLog('count_log', idle.id)).toBe(1);
  await project.register('active');
  expect(await askLog('count_log', idle.id)).toBe(0);
});

test('deleting an account deletes its log', async () => {
  const { client, id } = await project.register('leaver');
  await addAuthenticator(client);
  expect(await askLog('count_log', id)).toBe(2);
  await project.admin.auth.admin.deleteUser(id);
  expect(await askLog('count_log', id)).toBe(0);
});

test('a log that fails stops no registration, no log-in, no factor and no change', async () => {
  const broken = await Project.start(`--migrations=${path.join(import.meta.dirname, 'broken-log')}`);
  const { client, id, email } = await broken.register('unlogged');
  await addAuthenticator(client);
  expect((await broken.admin.auth.admin.updateUserById(id, { email: `new.${email}` })).error).toBeNull();
  expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2');
  await broken.stop();
});
