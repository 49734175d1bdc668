import path from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import * as v from 'valibot';
import { ROOT } from '../../../tools/repository/repository.ts';
import { accountDelete } from '../../functions/account-delete/account-delete.ts';
import { addAuthenticator, PASSWORD, Project, type Client, type Person } from '../project.ts';
import { invoke } from './calls.ts';

let project: Project;
beforeAll(async () => {
  project = await Project.start(`--functions=${path.join(ROOT, 'supabase/functions')}`, `--config=${path.join(ROOT, 'supabase/config.toml')}`, '--no-confirm-email');
});
afterAll(() => project.stop());

const PICTURE = new Blob(['png'], { type: 'image/png' });

interface Board {
  readonly id: string;
  readonly file: string;
}

/** A board with a note and a file on it. */
async function boardOf({ client }: Person): Promise<Board> {
  const { data: board } = await client.from('workspace_boards').insert({ name: 'Plans' }).select('id').single().throwOnError();
  const { data: note } = await client.from('workspace_notes').insert({ board: board.id, title: 'Note' }).select('id').single().throwOnError();
  const file = `${board.id}/${note.id}/${crypto.randomUUID()}/a.png`;
  expect((await client.storage.from('workspace-files').upload(file, PICTURE)).error).toBeNull();
  await client.from('workspace_attachments').insert({ board: board.id, note: note.id, path: file, name: 'a.png', type: 'image/png', size: 3 }).throwOnError();
  return { id: board.id, file };
}

async function addPicture({ client, id }: Person): Promise<string> {
  const file = `${id}/me.png`;
  expect((await client.storage.from('account-avatars').upload(file, PICTURE)).error).toBeNull();
  return file;
}

async function isThere(bucket: string, file: string): Promise<boolean> {
  return (await project.admin.storage.from(bucket).exists(file)).data;
}

function deleteAccount(client: Client, password = PASSWORD) {
  return invoke(client, 'account-delete', { password });
}

test('deleting an account removes its boards and files, keeps shared boards for the others, and ends the rights of its token', async () => {
  const [leaver, friend] = [await project.register('leaver'), await project.register('friend')];
  const [alone, shared] = [await boardOf(leaver), await boardOf(leaver)];
  await project.admin.from('workspace_members').insert({ board: shared.id, person: friend.id }).throwOnError();
  await leaver.client.from('workspace_invitations').insert({ board: alone.id, email: 'late@example.com' }).throwOnError();
  const picture = await addPicture(leaver);

  expect(await deleteAccount(leaver.client)).toEqual({ data: { deleted: true } });
  expect((await project.admin.auth.admin.getUserById(leaver.id)).error).toMatchObject({ code: 'user_not_found' });
  expect([await isThere('account-avatars', picture), await isThere('workspace-files', alone.file), await isThere('workspace-files', shared.file)]).toEqual([false, false, true]);
  const { data: boards } = await project.admin.from('workspace_boards').select('id, owner').in('id', [alone.id, shared.id]).throwOnError();
  expect(boards).toEqual([{ id: shared.id, owner: friend.id }]);
  expect((await friend.client.storage.from('workspace-files').download(shared.file)).error).toBeNull();

  // The signature of the token stays valid for an hour.
  const { client } = leaver;
  expect((await client.from('workspace_boards').select()).data).toEqual([]);
  expect((await client.storage.from('workspace-files').download(shared.file)).error).not.toBeNull();
  expect((await client.storage.from('account-avatars').upload(`${leaver.id}/again.png`, PICTURE)).error).not.toBeNull();
  expect(await invoke(client, 'workspace-export', { board: shared.id, format: 'csv' })).toEqual({ status: 401, code: 'gone' });
  // A retry, because the first response was lost, gets the same response.
  expect(await deleteAccount(client)).toEqual({ data: { deleted: true } });
});

test('the password is required, and the code if there is a second factor', async () => {
  const person = await project.register('careful');
  const board = await boardOf(person);
  expect(await deleteAccount(person.client, 'wrong password')).toEqual({ status: 403, code: 'wrong_password' });
  expect(await deleteAccount(project.client())).toEqual({ status: 401, code: 'not_signed_in' });
  await addAuthenticator(person.client);
  expect(await deleteAccount(await project.logIn(person))).toEqual({ status: 403, code: 'second_factor_needed' });
  expect(await isThere('workspace-files', board.file)).toBe(true);
  expect(await deleteAccount(person.client)).toEqual({ data: { deleted: true } });
  expect(await isThere('workspace-files', board.file)).toBe(false);
});

test('a user of another provider is asked to set a password first, instead of "wrong password"', async () => {
  const person = await project.register('by another provider');
  // As the service responds for a user of another sign-in provider.
  const call = await callerBy(async (input, init) => {
    const answer = await fetch(input, init);
    const address = new URL(input instanceof Request ? input.url : input);
    if (address.pathname !== '/auth/v1/user') return answer;
    const user = v.parse(v.looseObject({}), await answer.json());
    return Response.json({ ...user, identities: [{ provider: 'github' }] });
  }, person);
  const refused = await call('a guess');
  expect([refused.status, await refused.json()]).toEqual([403, { code: 'no_password', message: expect.stringContaining('Set one first') }]);
  // The user has set a password meanwhile.
  expect((await call()).status).toBe(200);
});

test('files are removed, including files without a row', async () => {
  const person = await project.register('collector');
  const board = await boardOf(person);
  const { data: note } = await person.client.from('workspace_notes').insert({ board: board.id, title: 'More' }).select('id').single().throwOnError();
  const files = Array.from({ length: 3 }, (_, index) => `${board.id}/${note.id}/${crypto.randomUUID()}/${String(index)}.png`);
  for (const file of files) expect((await project.admin.storage.from('workspace-files').upload(file, PICTURE)).error).toBeNull();
  expect(await deleteAccount(person.client)).toEqual({ data: { deleted: true } });
  expect((await project.admin.storage.from('workspace-files').list(board.id)).data).toEqual([]);
});

/** Calls the function in the test's own process, with the test's `fetch`. */
async function callerBy(fetchFor: typeof fetch, { client }: Person): Promise<(password?: string) => Promise<Response>> {
  const { apiUrl, publishableKey, secretKey } = project.backend;
  const environment = { SUPABASE_URL: apiUrl, SUPABASE_ANON_KEY: publishableKey, SUPABASE_SERVICE_ROLE_KEY: secretKey };
  const handle = accountDelete(environment, { fetch: fetchFor, waitUntil: () => undefined });
  const { data } = await client.auth.getSession();
  const headers = { authorization: `Bearer ${data.session?.access_token ?? ''}` };
  return (password = PASSWORD) => handle(new Request('https://functions.example/account-delete', { method: 'POST', body: JSON.stringify({ password }), headers }));
}

test.each([
  ['before the files', '/rest/v1/rpc/workspace_board_files'],
  ['after some files', '/storage/v1/object/account-avatars'],
  ['before the person', '/auth/v1/admin/users/'],
])('after an interruption %s, it reports the failure, and a retry continues', async (what, fault) => {
  const person = await project.register(`interrupted ${what}`);
  const board = await boardOf(person);
  const picture = await addPicture(person);
  let isBroken = true;
  const flaky: typeof fetch = (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    if (isBroken && address.includes(fault)) return Promise.resolve(Response.json({ message: 'down' }, { status: 500 }));
    return fetch(input, init);
  };
  const call = await callerBy(flaky, person);
  const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const interrupted = await call();
  // Names the failure without personal data.
  expect(log.mock.calls).toEqual([[expect.stringMatching(/^account-delete: unfinished: \w+$/)]]);
  log.mockRestore();
  expect([interrupted.status, await interrupted.json()]).toEqual([500, { code: 'unfinished', message: expect.stringContaining('Try again') }]);
  expect((await project.admin.auth.admin.getUserById(person.id)).error).toBeNull();
  isBroken = false;
  expect((await call()).status).toBe(200);
  expect((await project.admin.auth.admin.getUserById(person.id)).error).toMatchObject({ code: 'user_not_found' });
  expect([await isThere('account-avatars', picture), await isThere('workspace-files', board.file)]).toEqual([false, false]);
});

test('after an interruption, a retry also removes files that were added to the user’s boards meanwhile, and nothing else', async () => {
  const [person, other] = [await project.register('interrupted late'), await project.register('bystander')];
  const [board, theirs] = [await boardOf(person), await boardOf(other)];
  const late = `${board.id}/${crypto.randomUUID()}/${crypto.randomUUID()}/late.png`;
  let isBroken = false;
  const call = await callerBy(async (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    if (isBroken && address.includes('/rest/v1/rpc/workspace_board_files')) return Response.json({ message: 'down' }, { status: 500 });
    const answer = await fetch(input, init);
    if (address.includes('/auth/v1/admin/users/')) {
      isBroken = true;
      expect((await project.admin.storage.from('workspace-files').upload(late, PICTURE)).error).toBeNull();
    }
    return answer;
  }, person);
  const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  expect((await call()).status).toBe(500);
  log.mockRestore();
  isBroken = false;
  expect((await call()).status).toBe(200);
  expect([await isThere('workspace-files', late), await isThere('workspace-files', theirs.file)]).toEqual([false, true]);
});
