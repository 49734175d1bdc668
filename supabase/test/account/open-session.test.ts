import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ROOT } from '../../../tools/repository/repository.ts';
import { Project, type Client } from '../project.ts';

let project: Project;
beforeAll(async () => {
  project = await Project.start(`--config=${path.join(ROOT, 'supabase/config.toml')}`, '--no-confirm-email', '--provider=google', '--provider=github');
});
afterAll(() => project.stop());

async function follow(url: string | URL): Promise<URL> {
  return new URL((await fetch(url, { redirect: 'manual' })).headers.get('location') ?? '');
}

/** Logs in on a page of a provider, as a user with this address, and exchanges the code that the site gets. */
async function answerProvider({ auth }: Client, page: URL, email: string): Promise<void> {
  const fields = new URLSearchParams({ state: page.searchParams.get('state') ?? '', email, name: 'Mallory' });
  const back = await follow(new URL(`callback?${fields.toString()}`, page));
  expect((await auth.exchangeCodeForSession(back.searchParams.get('code') ?? '')).error).toBeNull();
}

async function linkProvider(client: Client, provider: 'google' | 'github', email: string): Promise<void> {
  const { data } = await client.auth.linkIdentity({ provider, options: { skipBrowserRedirect: true } });
  await answerProvider(client, new URL(data.url ?? ''), email);
}

/** The providers of the identities that the account has. */
async function providersOf({ auth }: Client): Promise<string[]> {
  return (await auth.getUser()).data.user?.identities?.map(({ provider }) => provider).sort() ?? [];
}

async function logInWithGoogle(client: Client, email: string): Promise<void> {
  const { data } = await client.auth.signInWithOAuth({ provider: 'google', options: { skipBrowserRedirect: true } });
  await answerProvider(client, await follow(data.url ?? ''), email);
}

async function unlink(client: Client, provider: string) {
  const { data } = await client.auth.getUserIdentities();
  const identity = data?.identities.find((known) => known.provider === provider);
  if (!identity) throw new Error(`${provider} is not linked.`);
  return (await client.auth.unlinkIdentity(identity)).error;
}

const emailOf = async ({ auth }: Client) => (await auth.getUser()).data.user?.email;

test('linking another account and unlinking the email identity does not change the email address', async () => {
  const { client, email } = await project.register('linked');
  await linkProvider(client, 'google', 'mallory@example.com');
  expect(await unlink(client, 'email')).toMatchObject({ status: 500 });
  expect([await emailOf(client), await providersOf(client)]).toEqual([email, ['email', 'google']]);
  expect(await unlink(client, 'google')).toBeNull();
});

test('the identity of the password stays, although another one has the same address', async () => {
  const { client, email } = await project.register('same address');
  await linkProvider(client, 'google', email);
  expect(await unlink(client, 'email')).toMatchObject({ status: 500 });
  expect(await providersOf(client)).toEqual(['email', 'google']);
});

test('an account of a provider keeps the identity with its address, but not one that another identity repeats', async () => {
  const client = project.client();
  await logInWithGoogle(client, 'provided@example.com');
  await linkProvider(client, 'github', 'mallory.too@example.com');
  expect(await unlink(client, 'google')).toMatchObject({ status: 500 });
  expect([await emailOf(client), await providersOf(client)]).toEqual(['provided@example.com', ['github', 'google']]);
  expect(await unlink(client, 'github')).toBeNull();
  await linkProvider(client, 'github', 'provided@example.com');
  expect(await unlink(client, 'google')).toBeNull();
  expect(await emailOf(client)).toBe('provided@example.com');
});

test('an account with linked identities can be deleted', async () => {
  const { client, id } = await project.register('deleted');
  await linkProvider(client, 'google', 'deleted@elsewhere.example');
  expect((await project.admin.auth.admin.deleteUser(id)).error).toBeNull();
  expect((await project.admin.auth.admin.getUserById(id)).error).not.toBeNull();
});

test('metadata that no header could carry is refused, and the session still works', async () => {
  const { client } = await project.register('large');
  expect((await client.auth.updateUser({ data: { large: 'x'.repeat(50_000) } })).error).toMatchObject({ status: 500 });
  // The hosted service writes each of them with six bytes.
  expect((await client.auth.updateUser({ data: { large: '<'.repeat(2000) } })).error).toMatchObject({ status: 500 });
  expect((await client.auth.getUser()).data.user?.user_metadata).not.toHaveProperty('large');
  expect((await client.auth.updateUser({ data: { small: 'x'.repeat(5000) } })).error).toBeNull();
  expect((await client.auth.refreshSession()).error).toBeNull();
  expect((await client.from('workspace_boards').select()).error).toBeNull();
  const { error } = await project.client().auth.signUp({ email: 'new@example.com', password: 'correct horse battery', options: { data: { large: 'x'.repeat(50_000) } } });
  expect(error).toMatchObject({ status: 500 });
});

test('a log-in with a provider works, although a session has filled the metadata', async () => {
  const client = project.client();
  await logInWithGoogle(client, 'filled@example.com');
  const { data: { user } } = await client.auth.getUser();
  const removed = Object.fromEntries(Object.keys(user?.user_metadata ?? {}).map((key) => [key, null]));
  expect((await client.auth.updateUser({ data: { ...removed, full: 'x'.repeat(7980) } })).error).toBeNull();
  const other = project.client();
  await logInWithGoogle(other, 'filled@example.com');
  expect((await other.auth.getUser()).data.user?.id).toBe(user?.id);
  expect((await other.auth.updateUser({ data: { full: null } })).error).toBeNull();
});

test('an account with a password cannot be marked as one without', async () => {
  const { client } = await project.register('marked');
  const { data } = await client.auth.updateUser({ data: { needs_password: true, color: 'green' } });
  expect(data.user?.user_metadata).toMatchObject({ color: 'green' });
  expect(data.user?.user_metadata).not.toHaveProperty('needs_password');
});
