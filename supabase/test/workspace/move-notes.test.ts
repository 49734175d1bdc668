import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ROOT } from '../../../tools/repository/repository.ts';
import { accountDelete } from '../../functions/account-delete/account-delete.ts';
import { workspacePurge } from '../../functions/workspace-purge/workspace-purge.ts';
import { callHandler } from '../functions/calls.ts';
import { PASSWORD, Project, type Client, type Person } from '../project.ts';

let project: Project;
beforeAll(async () => {
  project = await Project.start(`--config=${path.join(ROOT, 'supabase/config.toml')}`, '--no-confirm-email');
});
afterAll(() => project.stop());

const EXPIRED = new Date(Date.now() - 31 * 24 * 60 * 60 * 1000).toISOString();

const bucketOf = ({ client }: Pick<Person, 'client'>) => client.storage.from('workspace-files');
const canRead = async (person: Person, file: string) => (await bucketOf(person).download(file)).error === null;
const isStored = async (file: string) => (await project.admin.storage.from('workspace-files').exists(file)).data;

let scenes = 0;

/** A board from which notes move, with a member, and one to which they move, with another. Ada is on both. */
async function twoBoards() {
  scenes += 1;
  const [ada, bob, cleo] = await Promise.all(['ada', 'bob', 'cleo'].map((name) => project.register(`${name} ${String(scenes)}`)));
  if (!ada || !bob || !cleo) throw new Error('unreachable: three people are registered');
  const boardOf = async (owner: Person, member: Person) => {
    const { data: { id } } = await owner.client.from('workspace_boards').insert({ name: 'Plans' }).select('id').single().throwOnError();
    await project.admin.from('workspace_members').insert({ board: id, person: member.id }).throwOnError();
    return id;
  };
  const [from, to] = [await boardOf(bob, ada), await boardOf(cleo, ada)];
  const note = await addNote(bob, from, 'Tea');
  return { ada, bob, cleo, from, to, note, file: await addFile(bob, from, note) };
}

/** A board of a new user. */
async function oneBoard(): Promise<{ readonly owner: Person; readonly board: string }> {
  scenes += 1;
  const owner = await project.register(`owner ${String(scenes)}`);
  const { data: { id: board } } = await owner.client.from('workspace_boards').insert({ name: 'Plans' }).select('id').single().throwOnError();
  return { owner, board };
}

async function addNote({ client }: Person, board: string, title: string): Promise<string> {
  return (await client.from('workspace_notes').insert({ board, title }).select('id').single().throwOnError()).data.id;
}

async function addFile(person: Person, board: string, note: string): Promise<string> {
  const file = `${board}/${note}/${crypto.randomUUID()}/a.txt`;
  expect((await bucketOf(person).upload(file, new Blob(['leaves'], { type: 'text/plain' }))).error).toBeNull();
  await person.client.from('workspace_attachments').insert({ board, note, path: file, name: 'a.txt', type: 'text/plain', size: 6 }).throwOnError();
  return file;
}

function move({ client }: { readonly client: Client }, note: string, board: string, position = '') {
  return client.rpc('workspace_move_note_to_board', { note, board, place: position });
}

async function titles({ client }: Person, board: string): Promise<string[]> {
  const { data } = await client.from('workspace_notes').select('title').eq('board', board).order('position').throwOnError();
  return data.map(({ title }) => title);
}

test('a moved note keeps its author, times, version and files, and only members of its new board see it', async () => {
  const { ada, bob, cleo, from, to, note, file } = await twoBoards();
  await addNote(cleo, to, 'Below');
  const read = async () => (await ada.client.from('workspace_notes').select('*, workspace_attachments(*)').eq('id', note).single().throwOnError()).data;
  const before = await read();
  await move(ada, note, to).throwOnError();
  // A retry, because the answer was lost.
  await move(ada, note, to).throwOnError();
  const after = await read();
  expect(after).toEqual({ ...before, board: to, position: after.position, workspace_attachments: before.workspace_attachments.map((row) => ({ ...row, board: to })) });
  expect(after).toMatchObject({ author: bob.id, workspace_attachments: [{ author: bob.id, path: file }] });
  expect([await titles(ada, from), await titles(cleo, to)]).toEqual([[], ['Tea', 'Below']]);
  expect([await canRead(ada, file), await canRead(bob, file), await canRead(cleo, file)]).toEqual([true, false, true]);
  expect((await bob.client.from('workspace_attachments').select().eq('note', note)).data).toEqual([]);
  // New files are stored below the new board.
  const outdated = `${from}/${note}/${crypto.randomUUID()}/a.txt`;
  for (const person of [ada, bob]) expect((await bucketOf(person).upload(outdated, new Blob(['a'], { type: 'text/plain' }))).error).not.toBeNull();
  expect(await canRead(ada, await addFile(cleo, to, note))).toBe(true);
});

test('only people on both boards can move a note', async () => {
  const { ada, bob, cleo, from, to, note } = await twoBoards();
  expect((await move(bob, note, to)).error).toMatchObject({ code: '42501' });
  expect((await move(cleo, note, to)).error).toMatchObject({ code: 'WS021' });
  expect((await move({ client: project.client() }, note, to)).error).toMatchObject({ code: '42501' });
  await cleo.client.from('workspace_boards').delete().eq('id', to).throwOnError();
  expect((await move(ada, note, to)).error).toMatchObject({ code: '42501' });
  await bob.client.from('workspace_notes').delete().eq('id', note).throwOnError();
  expect((await move(ada, note, from)).error).toMatchObject({ code: 'WS021' });
});

test('undoing a move restores the place of the note', async () => {
  const { ada, from, to, note } = await twoBoards();
  await addNote(ada, from, 'First');
  const { data: { position } } = await ada.client.from('workspace_notes').select('position').eq('id', note).single().throwOnError();
  await move(ada, note, to).throwOnError();
  await addNote(ada, from, 'Newest');
  await move(ada, note, from, position).throwOnError();
  expect(await titles(ada, from)).toEqual(['Newest', 'First', 'Tea']);
  await move(ada, note, to).throwOnError();
  expect((await move(ada, note, from, 'no position')).error).toMatchObject({ code: '23514' });
  // Another note has taken the position meanwhile.
  await ada.client.from('workspace_notes').insert({ board: from, title: 'There', position }).throwOnError();
  await move(ada, note, from, position).throwOnError();
  expect(await titles(ada, from)).toEqual(['Newest', 'First', 'There', 'Tea']);
});

test('a deleted file of a moved note is restored on its new board', async () => {
  const { ada, cleo, to, note, file } = await twoBoards();
  const { data: { id } } = await ada.client.from('workspace_attachments').select('id').eq('note', note).single().throwOnError();
  await ada.client.from('workspace_attachments').delete().eq('id', id).throwOnError();
  await move(ada, note, to).throwOnError();
  expect(await canRead(cleo, file)).toBe(false);
  expect((await cleo.client.rpc('workspace_restore', { kind: 'file', id }).throwOnError()).data).toBe(true);
  expect(await canRead(cleo, file)).toBe(true);
});

test('purging a board keeps the files of notes that have left it, and removes those of notes that have come', async () => {
  const { ada, bob, cleo, from, to, note, file } = await twoBoards();
  const purge = async (owner: Person, board: string) => {
    await owner.client.from('workspace_boards').delete().eq('id', board).throwOnError();
    await project.admin.from('workspace_boards').update({ deleted_at: EXPIRED }).eq('id', board).throwOnError();
    expect(await callHandler(project, workspacePurge, owner, {})).toEqual({ data: { purged: true } });
    expect((await project.admin.from('workspace_boards').select('id').eq('id', board)).data).toEqual([]);
  };
  await move(ada, note, to).throwOnError();
  await purge(bob, from);
  expect(await canRead(cleo, file)).toBe(true);
  await purge(cleo, to);
  expect(await isStored(file)).toBe(false);
});

test('deleting an account keeps the files of notes that have left its boards, and removes those of notes that have come', async () => {
  const { ada, bob, from, to, note, file } = await twoBoards();
  const { data: { id: alone } } = await ada.client.from('workspace_boards').insert({ name: 'Alone' }).select('id').single().throwOnError();
  const own = await addNote(ada, alone, 'Own');
  const left = await addFile(ada, alone, own);
  await move(ada, own, to).throwOnError();
  await move(ada, note, alone).throwOnError();
  expect(await callHandler(project, accountDelete, ada, { password: PASSWORD })).toEqual({ data: { deleted: true } });
  expect([await isStored(left), await isStored(file)]).toEqual([true, false]);
  expect(await titles(bob, from)).toEqual([]);
});

test('only those who write on both boards can move a note', async () => {
  const { ada, from, to, note } = await twoBoards();
  const setRole = (board: string, role: string) => project.admin.from('workspace_members').update({ role }).eq('board', board).eq('person', ada.id).throwOnError();
  for (const board of [from, to]) {
    await setRole(board, 'viewer');
    expect((await move(ada, note, to)).error).toMatchObject({ code: '42501' });
    await setRole(board, 'editor');
  }
  expect((await move(ada, note, to)).error).toBeNull();
});

test('new notes come first, moved notes at their new position, and a note with a taken position after the other', async () => {
  const { owner, board } = await oneBoard();
  const ids: Record<string, string> = {};
  for (const title of ['c', 'b', 'a']) {
    ids[title] = (await owner.client.from('workspace_notes').insert({ board, title }).select('id').single().throwOnError()).data.id;
  }
  const { a = '', b = '', c = '' } = ids;
  expect(await titles(owner, board)).toEqual(['a', 'b', 'c']);
  await owner.client.rpc('workspace_move_note', { note: a, after: b }).throwOnError();
  expect(await titles(owner, board)).toEqual(['b', 'a', 'c']);
  await owner.client.rpc('workspace_move_note', { note: c }).throwOnError();
  expect(await titles(owner, board)).toEqual(['c', 'b', 'a']);
  expect((await owner.client.rpc('workspace_move_note', { note: c, after: c })).error).toMatchObject({ code: 'WS021' });

  const { data: [note] } = await owner.client.from('workspace_notes').select('position').eq('id', b).throwOnError();
  if (!note) throw new Error('The note has no position.');
  await owner.client.from('workspace_notes').insert({ board, title: 'late', position: note.position }).throwOnError();
  expect(await titles(owner, board)).toEqual(['c', 'b', 'late', 'a']);
});

test('rebalances long positions without changing the order, or when the notes were changed', async () => {
  const { owner, board } = await oneBoard();
  // Hardly anything fits between the first two.
  const rows = [['x', 'a0'], ['y', `a0${'0'.repeat(57)}1`], ['z', 'a1']].map(([title = '', position = '']) => ({ board, title, position }));
  const { data: notes } = await owner.client.from('workspace_notes').insert(rows).select('id, title').throwOnError();
  const [x = '', y = '', z = ''] = ['x', 'y', 'z'].map((title) => notes.find((note) => note.title === title)?.id);
  const times = async () => (await owner.client.from('workspace_notes').select('updated_at').eq('board', board).order('title').throwOnError()).data;
  const before = await times();
  await owner.client.rpc('workspace_move_note', { note: z, after: x }).throwOnError();
  expect(await times()).toEqual(before);
  expect(await titles(owner, board)).toEqual(['x', 'z', 'y']);
  const { data: places } = await owner.client.from('workspace_notes').select('position').eq('board', board).throwOnError();
  expect(Math.max(...places.map(({ position }) => position.length))).toBeLessThanOrEqual(3);
  await owner.client.rpc('workspace_move_note', { note: y, after: x }).throwOnError();
  expect(await titles(owner, board)).toEqual(['x', 'y', 'z']);
});

test.each([
  ['the lowest valid whole-number position', `A${'0'.repeat(25)}1`],
  ['the longest position before all others', `A${'0'.repeat(98)}1`],
  ['a long negative position', `Zz${'0'.repeat(97)}1`],
])('a note at %s blocks no new notes, and the order stays', async (_what, position) => {
  const { owner, board } = await oneBoard();
  await owner.client.from('workspace_notes').insert({ board, title: 'top', position }).throwOnError();
  const added = Array.from({ length: 12 }, (_, index) => `note ${String(index)}`);
  for (const title of added) await owner.client.from('workspace_notes').insert({ board, title }).throwOnError();
  // Also several in one statement.
  const together = ['x', 'y', 'z'].map((title) => ({ board, title }));
  await owner.client.from('workspace_notes').insert(together).throwOnError();
  expect(await titles(owner, board)).toEqual(['z', 'y', 'x', ...added.reverse(), 'top']);
});

test('a note with a taken position goes after the other, even if no position is free there', async () => {
  const { owner, board } = await oneBoard();
  const place = (last: string) => `a0${'0'.repeat(97)}${last}`;
  for (const [title, last] of [['first', '1'], ['third', '2'], ['second', '1']] as const) {
    await owner.client.from('workspace_notes').insert({ board, title, position: place(last) }).throwOnError();
  }
  expect(await titles(owner, board)).toEqual(['first', 'second', 'third']);
});
