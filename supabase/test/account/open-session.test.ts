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

async function unlink(client: Client, provider: string) {
  const { data } = await client.auth.getUserIdentities();
  const identity = data?.identities.find((known) => known.provider === provider);
  if (!identity) throw new Error(`${provider} is not linked.`);
  return (await client.auth.unlinkIdentity(identity)).error;
}

const emailOf = async ({ auth }: Client) => (await auth.getUser()).data.user?.email;

test('linking another account and removing the own identity does not change the email address', async () => {
  const { client, email } = await project.register('linked');
  await linkProvider(client, 'google', 'mallory@example.com');
  expect(await unlink(client, 'email')).toMatchObject({ status: 500 });
  expect(await emailOf(client)).toBe(email);
  expect(await unlink(client, 'google')).toBeNull();
});

test('an account of a provider keeps the identity with its address, but not one that another identity repeats', async () => {
  const client = project.client();
  const { data } = await client.auth.signInWithOAuth({ provider: 'google', options: { skipBrowserRedirect: true } });
  await answerProvider(client, await follow(data.url ?? ''), 'provided@example.com');
  await linkProvider(client, 'github', 'mallory.too@example.com');
  expect(await unlink(client, 'google')).toMatchObject({ status: 500 });
  expect(await emailOf(client)).toBe('provided@example.com');
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
  expect((await client.auth.updateUser({ data: { small: 'x'.repeat(5000) } })).error).toBeNull();
  expect((await client.auth.refreshSession()).error).toBeNull();
  expect((await client.from('workspace_boards').select()).error).toBeNull();
  const { error } = await project.client().auth.signUp({ email: 'new@example.com', password: 'correct horse battery', options: { data: { large: 'x'.repeat(50_000) } } });
  expect(error).toMatchObject({ status: 500 });
});

test('an account with a password cannot be marked as one without', async () => {
  const { client } = await project.register('marked');
  const { data } = await client.auth.updateUser({ data: { needs_password: true, color: 'green' } });
  expect(data.user?.user_metadata).toMatchObject({ color: 'green' });
  expect(data.user?.user_metadata).not.toHaveProperty('needs_password');
});
