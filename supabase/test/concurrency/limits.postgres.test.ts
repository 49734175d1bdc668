import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Person } from '../project.ts';
import { SharedDatabase, type Session } from './shared-database.ts';

// Each limit has one place left, and two sessions take it at once.
let shared: SharedDatabase;
let owner: Person;
let one: Session;
let other: Session;
beforeAll(async () => {
  shared = await SharedDatabase.start();
  owner = await shared.project.register('owner');
  [one, other] = [await shared.session(owner), await shared.session(owner)];
});
afterAll(() => shared.stop());

/** Runs a statement in both sessions, with different parameters. The second waits for the first, and is refused with this code. */
async function expectOneRefused(code: string, sql: string, first: readonly unknown[], second: readonly unknown[], sessions: readonly [Session, Session] = [one, other]): Promise<void> {
  const [early, late] = sessions;
  await early.begin();
  await early.run(sql, ...first);
  const refused = expect(late.alone(sql, ...second)).rejects.toMatchObject({ code });
  await shared.untilWaiting(late);
  await early.commit();
  await refused;
}

test('the boards of a person', async () => {
  const boards = Array.from({ length: 99 }, (_, number) => ({ name: `Board ${number}`, owner: owner.id }));
  await shared.project.admin.from('workspace_boards').insert(boards).throwOnError();
  await expectOneRefused('WS001', 'insert into workspace_boards (name) values ($1)', ['one'], ['other']);
});

test('the boards of a person to whom two owners hand one over', async () => {
  const register = (name: string) => shared.project.register(name);
  const [receiver, ...givers] = [await register('receiver'), await register('giver'), await register('late giver')];
  await shared.project.admin.from('workspace_boards').insert(Array.from({ length: 99 }, () => ({ name: 'Mine', owner: receiver.id }))).throwOnError();
  const { data: given } = await shared.project.admin.from('workspace_boards').insert(givers.map(({ id }) => ({ name: 'Given', owner: id }))).select('id, owner').throwOnError();
  await shared.project.admin.from('workspace_members').insert(given.map(({ id }) => ({ board: id, person: receiver.id }))).throwOnError();
  const handing = (giver: Person) => [given.find((row) => row.owner === giver.id)?.id, receiver.id];
  const [early, late] = givers;
  await expectOneRefused('WS008', 'select workspace_hand_over_board($1, $2)', handing(early), handing(late), [await shared.session(early), await shared.session(late)]);
});

describe('files', () => {
  let board: string;
  let note: string;
  beforeAll(async () => {
    ({ data: { id: board } } = await owner.client.from('workspace_boards').select('id').limit(1).single().throwOnError());
    ({ data: { id: note } } = await owner.client.from('workspace_notes').insert({ board, title: 'Files' }).select('id').single().throwOnError());
  });
  const path = () => `${board}/${note}/${crypto.randomUUID()}/a.txt`;

  test('of a note', async () => {
    const files = Array.from({ length: 19 }, () => ({ board, note, path: path(), name: 'a.txt', type: 'text/plain', size: 1 }));
    await owner.client.from('workspace_attachments').insert(files).throwOnError();
    await expectOneRefused('WS004', `insert into workspace_attachments (board, note, path, name, type, size) values ($1, $2, $3, 'a.txt', 'text/plain', 1)`, [board, note, path()], [board, note, path()]);
  });

  // The storage service writes the rows of uploads that were signed or began earlier with all rights.
  test.each(['workspace-files', 'account-avatars'])('stored by a person in the bucket %s', async (bucket) => {
    const [name, room] = bucket === 'workspace-files' ? [path, 39] : [() => `${owner.id}/${crypto.randomUUID()}.png`, 4];
    const admin = await shared.adminSession();
    const store = 'insert into storage.objects (bucket_id, name, owner_id) values ($1, $2, $3)';
    const row = () => [bucket, name(), owner.id];
    for (let stored = 0; stored < room; stored += 1) await admin.alone(store, ...row());
    await expectOneRefused('42501', store, row(), row(), [await shared.adminSession(), await shared.adminSession()]);
  });
});
