import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PASSWORD, Project, type Client } from '../project.ts';

let project: Project;
beforeAll(async () => {
  project = await Project.start('--provider=google', '--confirm-email');
});
afterAll(() => project.stop());

/** Logs in as the provider's user with a name. */
async function logInWithProvider(client: Client, email: string, name: string) {
  const { data } = await client.auth.signInWithOAuth({ provider: 'google', options: { skipBrowserRedirect: true } });
  const follow = async (url: string) => new URL((await fetch(url, { redirect: 'manual' })).headers.get('location') ?? '');
  const page = await follow(data.url ?? '');
  const back = await follow(new URL(`callback?${new URLSearchParams({ state: page.searchParams.get('state') ?? '', email, name }).toString()}`, page).href);
  const { data: { user } } = await client.auth.exchangeCodeForSession(back.searchParams.get('code') ?? '');
  return user;
}

test('the name that a user has chosen stays when they log in with a provider, and can become that of the provider again', async () => {
  const [client, email] = [project.client(), 'provided@example.com'];
  const nameInAccount = async () => (await client.auth.getUser()).data.user?.user_metadata['name'] as unknown;
  const user = await logInWithProvider(client, email, 'Augusta Ada King');
  expect(await nameInAccount()).toBe('Augusta Ada King');
  await client.auth.updateUser({ data: { name: 'Ada' } });
  await logInWithProvider(client, email, 'Augusta Ada King');
  expect(await nameInAccount()).toBe('Ada');
  expect((await client.from('account_profiles').select('name').eq('person', user?.id ?? '').single()).data).toEqual({ name: 'Ada' });
  await client.auth.updateUser({ data: { name: 'Augusta Ada King' } });
  expect(await nameInAccount()).toBe('Augusta Ada King');
});

test('the name that someone else gave an account before its owner used it does not stay', async () => {
  const email = 'owner@example.com';
  await project.client().auth.signUp({ email, password: PASSWORD, options: { data: { name: 'Someone else' } } });
  const user = await logInWithProvider(project.client(), email, 'Owner');
  expect(user?.user_metadata['name']).toBe('Owner');
});
