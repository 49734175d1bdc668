import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { clientOf, type Client, type Person, type Project } from '../project.ts';
import { SharedDatabase } from './shared-database.ts';

let shared: SharedDatabase;
let second: Project;
let people: readonly Person[];
beforeAll(async () => {
  shared = await SharedDatabase.start();
  second = await shared.anotherBackend();
  people = await Promise.all(['ann', 'bob', 'cid'].map((name) => shared.project.register(name)));
  for (const { client, name } of people) await client.from('workspace_boards').insert({ name }).throwOnError();
});
afterAll(async () => {
  await second.stop();
  await shared.stop();
});

/** A client of the second backend with the session of a person. */
async function elsewhere({ client }: Person): Promise<Client> {
  const { data } = await client.auth.getSession();
  const other = clientOf(second.backend, second.backend.publishableKey);
  await other.auth.setSession({ access_token: data.session?.access_token ?? '', refresh_token: data.session?.refresh_token ?? '' });
  return other;
}

test('parallel requests to two backends on one database each see the rows of their own caller', async () => {
  const clients = [...people.map(({ client, name }) => ({ client, name })), ...(await Promise.all(people.map(async (person) => ({ client: await elsewhere(person), name: person.name }))))];
  const answers = await Promise.all(Array.from({ length: 60 }, async (_, turn) => {
    const { client, name } = clients[turn % clients.length] ?? clients[0] ?? { client: shared.project.admin, name: '' };
    const { data } = await client.from('workspace_boards').select('name').throwOnError();
    return { name, seen: data.map((board) => board.name) };
  }));
  for (const { name, seen } of answers) expect(seen).toEqual([name]);
});

test('the claims of a transaction are those of its session, and end with it', async () => {
  const [ann, bob] = await Promise.all(people.slice(0, 2).map((person) => shared.session(person)));
  if (!ann || !bob) throw new Error('A session is missing.');
  const me = `select auth.uid() as me, current_user::text as role`;
  await Promise.all([ann.begin(), bob.begin()]);
  expect(await ann.run(me)).toEqual([{ me: people[0]?.id, role: 'authenticated' }]);
  expect(await bob.run(me)).toEqual([{ me: people[1]?.id, role: 'authenticated' }]);
  await ann.commit();
  await bob.rollback();
  for (const session of [ann, bob]) expect(await session.run(me)).toEqual([{ me: null, role: 'supabase_admin' }]);
});

test('a failed statement does not leave the rights of its caller behind', async () => {
  const ann = await shared.session(people[0] ?? { id: '', email: '' });
  await expect(ann.alone('select workspace_purge()')).rejects.toMatchObject({ code: '42501' });
  expect(await ann.run('select current_user::text as role')).toEqual([{ role: 'supabase_admin' }]);
});

test('readers wait for no writer, and see only what is committed', async () => {
  const [ann] = people;
  if (!ann) throw new Error('The first person is missing.');
  const writer = await shared.session(ann);
  const snapshot = await shared.session(ann);
  const names = async () => (await ann.client.from('workspace_boards').select('name').throwOnError()).data;
  await snapshot.begin('repeatable read');
  const read = () => snapshot.run('select name from workspace_boards');
  expect(await read()).toEqual([{ name: 'ann' }]);
  await writer.begin();
  await writer.run(`update workspace_boards set name = 'renamed'`);
  expect(await names()).toEqual([{ name: 'ann' }]);
  await writer.commit();
  expect(await names()).toEqual([{ name: 'renamed' }]);
  expect(await read()).toEqual([{ name: 'ann' }]);
  // It cannot overwrite what it does not see.
  await expect(snapshot.run(`update workspace_boards set name = 'late'`)).rejects.toMatchObject({ code: '40001' });
  await snapshot.rollback();
});
