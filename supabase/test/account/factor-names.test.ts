import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { addAuthenticator, Project, type Client } from '../project.ts';

let project: Project;
beforeAll(async () => {
  project = await Project.start();
});
afterAll(() => project.stop());

/** The caller's factors. */
async function factorsOf(client: Client) {
  return (await client.auth.mfa.listFactors()).data?.all ?? [];
}

/** Renames a factor. Returns the code of the refusal, or null. */
async function rename(client: Client, factor: string, name: string): Promise<string | null> {
  return (await client.rpc('account_rename_factor', { factor, name })).error?.code ?? null;
}

test('a person renames their own factors, after the code of one, and to names that no other of their factors has', async () => {
  const { client, email } = await project.register('namer');
  await addAuthenticator(client);
  await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Tablet' });
  const id = (await factorsOf(client)).find(({ status }) => status === 'verified')?.id ?? '';
  expect(await rename(client, id, ' Work phone ')).toBeNull();
  expect((await factorsOf(client)).map(({ friendly_name: name }) => name).sort()).toEqual(['Tablet', 'Work phone']);
  expect(await rename(client, id, 'Tablet')).toBe('23505');
  for (const name of ['', '  ', 'é'.repeat(61)]) expect(await rename(client, id, name)).toBe('22023');
  // The auth service could not read the factor any more, and so not the user. The generated types forbid null.
  const response = await fetch(`${project.backend.apiUrl}/rest/v1/rpc/account_rename_factor`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', apikey: project.backend.publishableKey, authorization: `Bearer ${(await client.auth.getSession()).data.session?.access_token ?? ''}` },
    body: JSON.stringify({ factor: id, name: null }),
  });
  expect(await response.json()).toMatchObject({ code: '22023' });

  const { client: other } = await project.register('other namer');
  await addAuthenticator(other);
  expect(await rename(other, id, 'Mine')).toBe('P0002');
  expect(await rename(await project.logIn({ email }), id, 'No code')).toBe('42501');
  expect(await rename(project.client(), id, 'Visitor')).toBe('42501');
  expect((await factorsOf(client)).map(({ friendly_name: name }) => name).sort()).toEqual(['Tablet', 'Work phone']);
});
