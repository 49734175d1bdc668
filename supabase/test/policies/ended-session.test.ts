import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { type Client, Project } from '../project.ts';

let project: Project;
beforeAll(async () => {
  project = await Project.start();
});
afterAll(() => project.stop());

/** What a client can still do, with one attempt for each service of the project. */
async function whatWorks(client: Client, board: string) {
  await client.realtime.setAuth();
  const channel = client.channel(`workspace:board:${board}`, { config: { private: true } });
  const joined = await new Promise<string>((resolve) => channel.subscribe(resolve));
  await client.removeChannel(channel);
  const path = `${(await client.auth.getSession()).data.session?.user.id ?? ''}/${crypto.randomUUID()}.png`;
  const files = client.storage.from('account-avatars');
  return {
    reads: (await client.from('workspace_boards').select('id').eq('id', board).throwOnError()).data.length,
    adds: (await client.from('workspace_notes').insert({ board, title: 'Later' })).status,
    calls: (await client.rpc('workspace_hand_over_board', { board, person: crypto.randomUUID() })).error?.code,
    uploads: (await files.upload(path, new Blob(['png'], { type: 'image/png' }))).error === null,
    joined,
  };
}

test('the access token of an ended session has no rights, and differs from that of a deleted account; the session that ended it continues', async () => {
  const { client, email } = await project.register('careful');
  const board = (await client.from('workspace_boards').insert({ name: 'Plans' }).select('id').single().throwOnError()).data.id;
  const allowed = { reads: 1, adds: 201, calls: 'WS020', uploads: true, joined: 'SUBSCRIBED' };
  expect(await whatWorks(client, board)).toEqual(allowed);
  const other = await project.logIn({ email });
  await other.auth.signOut({ scope: 'others' });
  expect(await whatWorks(client, board)).toEqual({ reads: 0, adds: 403, calls: '42501', uploads: false, joined: 'CHANNEL_ERROR' });
  expect(await whatWorks(other, board)).toEqual(allowed);
  const { id } = (await other.auth.getUser()).data.user ?? { id: '' };
  const isDeleted = async () => (await project.client().rpc('account_is_deleted', { person: id }).throwOnError()).data;
  expect(await isDeleted()).toBe(false);
  await project.admin.auth.admin.deleteUser(id);
  expect(await isDeleted()).toBe(true);
  // realtime-js starts a timer of ten seconds for each disconnection, and Jest would wait for it.
  jest.useFakeTimers({ doNotFake: ['clearTimeout', 'setInterval', 'clearInterval', 'setImmediate', 'nextTick', 'queueMicrotask', 'Date', 'performance'] });
  for (const { realtime } of [client, other]) void realtime.disconnect();
  jest.useRealTimers();
});
