import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { ROOT } from '../../../tools/repository/repository.ts';
import { accountDelete } from '../../functions/account-delete/account-delete.ts';
import { addAuthenticator, PASSWORD, Project, type Client, type Person } from '../project.ts';

let project: Project;
beforeAll(async () => {
  project = await Project.start(`--config=${path.join(ROOT, 'supabase/config.toml')}`, '--no-confirm-email');
});
afterAll(() => project.stop());

/** A signed-in person whose account began without a password, as the log-in with a mailed code creates it: with a random one. */
async function registerWithoutPassword(name: string): Promise<Person> {
  const email = `${name.replaceAll(' ', '.')}@example.com`;
  const { data } = await project.admin.auth.admin.createUser({ email, password: PASSWORD, email_confirm: true, user_metadata: { needs_password: true } });
  return { id: data.user?.id ?? '', email, name, client: await project.logIn({ email }) };
}

async function tokenOf(client: Client): Promise<string> {
  return (await client.auth.getSession()).data.session?.access_token ?? '';
}

/** The token with other claims, and the signature of the real ones. */
function withClaims(token: string, claims: object): string {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const real = v.parse(v.looseObject({}), JSON.parse(Buffer.from(payload, 'base64url').toString()));
  return [header, Buffer.from(JSON.stringify({ ...real, ...claims })).toString('base64url'), signature].join('.');
}

/** Calls the function in the test's own process. */
async function call(token: string, fetchFor = fetch): Promise<{ readonly status: number; readonly body: unknown }> {
  const { apiUrl, publishableKey, secretKey } = project.backend;
  const environment = { SUPABASE_URL: apiUrl, SUPABASE_ANON_KEY: publishableKey, SUPABASE_SERVICE_ROLE_KEY: secretKey };
  const handle = accountDelete(environment, { fetch: fetchFor, waitUntil: () => undefined });
  const response = await handle(new Request('https://functions.example/account-delete', { method: 'POST', body: '{}', headers: { authorization: `Bearer ${token}` } }));
  return { status: response.status, body: await response.json() };
}

/** Calls the function with other claims, as if the auth service had signed them. */
async function callWithClaims({ client }: Person, claims: object): ReturnType<typeof call> {
  const real = await tokenOf(client);
  return call(withClaims(real, claims), (input, init) => {
    const headers = new Headers(init?.headers);
    if (new URL(input instanceof Request ? input.url : input).pathname === '/auth/v1/user') headers.set('authorization', `Bearer ${real}`);
    return fetch(input, { ...init, headers });
  });
}

const DELETED = { status: 200, body: { deleted: true } };
const minutesAgo = (minutes: number) => Math.floor(Date.now() / 1000) - minutes * 60;
const isThere = async ({ id }: Person) => (await project.admin.auth.admin.getUserById(id)).error === null;

test('a recent log-in is enough', async () => {
  const person = await registerWithoutPassword('recent');
  expect(await call(await tokenOf(person.client))).toEqual(DELETED);
  expect(await isThere(person)).toBe(false);
});

test('a recent log-in is enough for an account that another provider created and whose email was changed', async () => {
  const person = await project.register('by a provider');
  expect((await project.admin.auth.admin.updateUserById(person.id, { app_metadata: { provider: 'google' } })).error).toBeNull();
  expect(await call(await tokenOf(person.client))).toEqual(DELETED);
});

test.each([
  ['an old log-in', [{ method: 'otp', timestamp: minutesAgo(16) }]],
  ['an old log-in and a new code of a second factor', [{ method: 'totp', timestamp: minutesAgo(1) }, { method: 'otp', timestamp: minutesAgo(16) }]],
  ['an old log-in and a refresh', [{ method: 'token_refresh', timestamp: minutesAgo(1) }, { method: 'password', timestamp: minutesAgo(16) }]],
  ['an old log-in and a confirmed address', [{ method: 'email_change', timestamp: minutesAgo(1) }, { method: 'password', timestamp: minutesAgo(16) }]],
  ['no methods', []],
  ['no claim', undefined],
  ['methods without times', ['otp']],
  ['a time that is no number', [{ method: 'otp', timestamp: '9999999999' }]],
])('%s is refused', async (name, amr) => {
  const person = await registerWithoutPassword(`refused ${name}`);
  expect(await callWithClaims(person, { amr })).toMatchObject({ status: 403, body: { code: 'recent_sign_in_needed' } });
  expect(await isThere(person)).toBe(true);
});

test('the newest log-in counts', async () => {
  const person = await registerWithoutPassword('newest');
  const amr = [{ method: 'password', timestamp: minutesAgo(500) }, { method: 'passkey', timestamp: minutesAgo(9) }];
  expect(await callWithClaims(person, { amr })).toEqual(DELETED);
});

test('a token that the auth service did not sign is refused, whatever it says', async () => {
  const person = await registerWithoutPassword('forged');
  const forged = withClaims(await tokenOf(person.client), { amr: [{ method: 'otp', timestamp: minutesAgo(0) }] });
  expect(await call(forged)).toMatchObject({ status: 401, body: { code: 'not_signed_in' } });
  expect(await isThere(person)).toBe(true);
});

test('an account with a password needs it, however recent the log-in is', async () => {
  const person = await project.register('with password');
  expect(await call(await tokenOf(person.client))).toMatchObject({ status: 403, body: { code: 'password_needed' } });
  expect(await isThere(person)).toBe(true);
});

test('a session cannot mark its account as one without a password', async () => {
  const person = await project.register('marked');
  expect((await person.client.auth.updateUser({ data: { needs_password: true } })).error).toBeNull();
  const amr = [{ method: 'passkey', timestamp: minutesAgo(0) }];
  expect(await callWithClaims(person, { amr })).toMatchObject({ status: 403, body: { code: 'password_needed' } });
  expect(await isThere(person)).toBe(true);
});

test('a second factor is needed, too', async () => {
  const person = await registerWithoutPassword('factor');
  await addAuthenticator(person.client);
  const other = await project.logIn(person);
  expect(await call(await tokenOf(other))).toMatchObject({ status: 403, body: { code: 'second_factor_needed' } });
  expect(await call(await tokenOf(person.client))).toEqual(DELETED);
});
