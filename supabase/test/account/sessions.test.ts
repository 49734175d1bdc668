import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { addAuthenticator, Project, type Client } from '../project.ts';

let project: Project;
beforeAll(async () => {
  project = await Project.start();
});
afterAll(() => project.stop());

/** The caller's sessions. */
async function sessionsOf(client: Client) {
  return (await client.rpc('account_sessions').throwOnError()).data;
}

/** The id of the caller's own session. */
async function ownId(client: Client): Promise<string> {
  return (await sessionsOf(client)).find(({ is_current: isCurrent }) => isCurrent)?.id ?? 'none';
}

test('a person lists only their own sessions, the current one first, and the latest use after it', async () => {
  const { client, email } = await project.register('lister');
  await project.register('neighbour');
  const [phone, tablet] = [await project.logIn({ email }), await project.logIn({ email })];
  await phone.auth.refreshSession();
  const sessions = await sessionsOf(client);
  expect(sessions.map(({ id }) => id)).toEqual([await ownId(client), await ownId(phone), await ownId(tablet)]);
  expect(sessions.map(({ is_current: isCurrent }) => isCurrent)).toEqual([true, false, false]);
  // supabase-js sends the user agent of Node here, and that of the browser on a page.
  expect(sessions[1]).toMatchObject({ user_agent: expect.stringMatching(/./) });
  const [, refreshed, unused] = sessions;
  expect(Date.parse(refreshed?.used_at ?? '')).toBeGreaterThan(Date.parse(refreshed?.started_at ?? ''));
  expect(unused?.used_at).toBe(unused?.started_at);
});

test('an ended session can neither read rows nor refresh, and the others continue', async () => {
  const { client, email } = await project.register('ender');
  const [lost, other] = [await project.logIn({ email }), await project.logIn({ email })];
  const id = await ownId(lost);
  const refreshToken = (await lost.auth.getSession()).data.session?.refresh_token ?? '';
  await client.rpc('account_end_session', { session: id }).throwOnError();
  expect(await sessionsOf(lost)).toEqual([]);
  expect((await lost.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
  expect((await project.client().auth.refreshSession({ refresh_token: refreshToken })).error?.code).toBe('refresh_token_not_found');
  expect(await sessionsOf(other)).toHaveLength(2);
  // A second press, or a press on a list that is out of date.
  await other.rpc('account_end_session', { session: id }).throwOnError();
});

test('a session of another person cannot be ended', async () => {
  const victim = await project.register('victim');
  const { client } = await project.register('intruder');
  await client.rpc('account_end_session', { session: await ownId(victim.client) }).throwOnError();
  expect((await victim.client.auth.getUser()).error).toBeNull();
});

test('a session without the code of the second factor, and a visitor, can neither list nor end sessions', async () => {
  const { client, email } = await project.register('guarded');
  await addAuthenticator(client);
  const session = await ownId(client);
  const owed = await project.logIn({ email });
  expect(await sessionsOf(owed)).toEqual([]);
  expect((await owed.rpc('account_end_session', { session })).error?.code).toBe('42501');
  const visitor = project.client();
  expect((await visitor.rpc('account_sessions')).error?.code).toBe('42501');
  expect((await visitor.rpc('account_end_session', { session })).error?.code).toBe('42501');
  expect(await ownId(client)).toBe(session);
});
