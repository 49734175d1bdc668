import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Person } from '../project.ts';
import { SharedDatabase, type Session } from './shared-database.ts';

let shared: SharedDatabase;
let owner: Person;
let editor: Person;
let one: Session;
let other: Session;
/** A board of the owner and an editor, with the notes A, B and C. */
let board: string;
let notes: Readonly<Record<'A' | 'B' | 'C', string>>;
beforeAll(async () => {
  shared = await SharedDatabase.start();
  owner = await shared.project.register('owner');
  editor = await shared.project.register('editor');
  [one, other] = [await shared.session(owner), await shared.session(editor)];
});
beforeEach(async () => {
  board = await newBoard();
  const add = async (title: string) => (await owner.client.from('workspace_notes').insert({ board, title }).select('id').single().throwOnError()).data.id;
  notes = { C: await add('C'), B: await add('B'), A: await add('A') };
});
afterAll(() => shared.stop());

async function newBoard(): Promise<string> {
  const { data } = await owner.client.from('workspace_boards').insert({ name: 'Plans' }).select('id').single().throwOnError();
  await shared.project.admin.from('workspace_members').insert({ board: data.id, person: editor.id }).throwOnError();
  return data.id;
}

async function titles(): Promise<readonly string[]> {
  const { data } = await owner.client.from('workspace_notes').select('title').eq('board', board).order('position').throwOnError();
  return data.map(({ title }) => title);
}

test('of two edits of the same version of a note, the one that comes second changes nothing', async () => {
  const edit = 'update workspace_notes set title = $1 where id = $2 and version = 1 returning version';
  await one.begin();
  expect(await one.run(edit, 'mine', notes.A)).toEqual([{ version: 2 }]);
  const late = other.alone(edit, 'yours', notes.A);
  await shared.untilWaiting(other);
  await one.commit();
  expect(await late).toEqual([]);
  expect(await titles()).toEqual(['mine', 'B', 'C']);
});

test('two notes that move to the same place at once get places one after the other', async () => {
  const move = 'select workspace_move_note($1, $2)';
  await one.begin();
  await one.run(move, notes.C, null);
  const late = other.alone(move, notes.B, null);
  await shared.untilWaiting(other);
  await one.commit();
  await late;
  expect(await titles()).toEqual(['B', 'C', 'A']);
});

test('notes that several sessions add at once all get a place of their own', async () => {
  const add = 'insert into workspace_notes (board, title) values ($1, $2)';
  const sessions = await Promise.all(Array.from({ length: 6 }, () => shared.session(owner)));
  await Promise.all(sessions.map(async (session, number) => {
    for (const turn of [0, 1, 2, 3]) await session.alone(add, board, `${number}${turn}`);
  }));
  expect(new Set(await titles()).size).toBe(27);
});

test('a note that goes to another board while it is moved stays where it went', async () => {
  const target = await newBoard();
  // Its place on the old board is that of this note on the new one.
  await owner.client.from('workspace_notes').insert({ board: target, title: 'There before' }).throwOnError();
  await one.begin();
  await one.run('select workspace_move_note_to_board($1, $2)', notes.A, target);
  const late = expect(other.alone('select workspace_move_note($1, $2)', notes.A, notes.C)).rejects.toMatchObject({ code: 'WS021' });
  await shared.untilWaiting(other);
  await one.commit();
  await late;
  const { data } = await owner.client.from('workspace_notes').select('title').eq('board', target).order('position').throwOnError();
  expect(data.map(({ title }) => title)).toEqual(['A', 'There before']);
});

test('a note that is deleted while it is moved stays deleted', async () => {
  await one.begin();
  await one.run('delete from workspace_notes where id = $1', notes.A);
  const move = other.alone('select workspace_move_note($1, $2)', notes.A, notes.C);
  await shared.untilWaiting(other);
  await one.commit();
  await expect(move).rejects.toMatchObject({ code: 'WS021' });
  expect(await titles()).toEqual(['B', 'C']);
});

test('two moves between the same boards in opposite directions do not deadlock', async () => {
  const target = await newBoard();
  const { data } = await owner.client.from('workspace_notes').insert({ board: target, title: 'D' }).select('id').single().throwOnError();
  const move = 'select workspace_move_note_to_board($1, $2)';
  for (const [to, back] of [[target, board], [board, target]] as const) {
    await Promise.all([one.alone(move, notes.A, to), other.alone(move, data.id, back)]);
  }
  expect(new Set(await titles())).toEqual(new Set(['A', 'B', 'C']));
});

test('two first notes at once share the first board of their person', async () => {
  const newcomer = await shared.project.register('newcomer');
  const sessions = await Promise.all([1, 2, 3].map(() => shared.session(newcomer)));
  await Promise.all(sessions.map((session) => session.alone(`insert into workspace_notes (title) values ('Hello')`)));
  const { data } = await newcomer.client.from('workspace_boards').select('id, workspace_notes(title)').throwOnError();
  expect(data).toMatchObject([{ workspace_notes: [{}, {}, {}] }]);
});
