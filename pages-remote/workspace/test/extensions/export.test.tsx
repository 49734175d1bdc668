import { faults, renderSlot } from '@atrium/page-kit/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { SlotProps } from '@atrium/page-kit/contract/site';
import workspace from '../../src/module.ts';
import { ada, attachments, board, files, members, putBoard, putNote, putPerson } from '../workspace.ts';

type PartLoader = Parameters<SlotProps<'account.data'>['addPart']>[1];
type AddedFile = Parameters<NonNullable<Parameters<PartLoader>[2]>>[0];

/** The loader that the workspace added last. */
let load: PartLoader;
/** The files that it added to the archive. */
let added: AddedFile[];

const addPart: SlotProps<'account.data'>['addPart'] = (module, loader) => {
  expect(module).toBe('workspace');
  load = loader;
  return () => undefined;
};

/** Shows the rows on the account's data page. Older releases of that page do not save files. */
async function show({ isOlder = false } = {}): Promise<void> {
  added = [];
  await renderSlot(workspace, { extension: 'exportBoards', props: { userId: ada().id, addPart, ...(!isOlder && { savesFiles: true }) }, auth: { person: ada() } });
  await screen.findByRole('checkbox', { name: 'Boards and notes' });
}

function exported({ signal = new AbortController().signal, onProgress = (_: number) => undefined } = {}): Promise<object> {
  return load(signal, onProgress, (file) => {
    added.push(file);
    return `workspace/${file.path.join('/')}`;
  });
}

const contentOf = async (file: AddedFile | undefined) => (await file?.read(new AbortController().signal))?.text();

/** Stores a file of a note, and returns its path in the bucket. */
function putFile(name: string, { on = board, author = ada().id, content = 'content' } = {}): string {
  const note = putNote({ title: `Note for ${name}`, board: on, author });
  const path = `${on}/${String(note['id'])}/${crypto.randomUUID()}/stored.txt`;
  files().put(path, content);
  attachments().insert({ board: on, note: note['id'], path, name, type: 'text/plain', size: content.length, author });
  return path;
}

test('shows how much the export contains', async () => {
  putBoard('Garden');
  putFile('seeds.txt', { content: 'x'.repeat(1_300_000) });
  putNote({ title: 'Dig', author: ada().id });
  const bob = putPerson('Bob', board);
  putFile('bob.txt', { author: bob });
  await show();
  expect(await screen.findByText('2 boards, 2 notes')).toBeVisible();
  expect(screen.getByText('1 file, 1.3 MB')).toBeVisible();
  expect(screen.getByRole('checkbox', { name: 'Files' })).toHaveAccessibleDescription('1 file, 1.3\u00A0MB');
});

test('leaves the counts out when they cannot be read', async () => {
  faults.next({ service: 'rest', path: 'workspace_notes', status: 500, code: 'XX000' });
  await show();
  expect(await exported()).toHaveProperty('boards');
  expect(screen.queryByText(/board,|boards,/)).not.toBeInTheDocument();
});

test('exports the user’s own notes and files, each file in the folder of its board', async () => {
  const choir = putBoard('Choir', putPerson('Bob'));
  members().insert({ board: choir, person: ada().id });
  const second = putBoard('Choir');
  putFile('../song.txt', { on: choir, content: 'la' });
  putFile('song.txt', { on: second, content: 'do' });
  putFile('bob.txt', { on: choir, author: putPerson('Bob', choir) });
  await show();
  let records = 0;
  const data = await exported({ onProgress: (count) => void (records = count) });
  expect(added).toHaveLength(2);
  expect(new Set(added.map(({ path }) => path[0]))).toEqual(new Set(['Choir', 'Choir (2)']));
  expect(data).toMatchObject({ boards: { length: 3 }, notes: { length: 2 }, files: { length: 2 } });
  expect(data).toHaveProperty('boards', expect.arrayContaining([expect.objectContaining({ id: choir, name: 'Choir', isOwner: false }), expect.objectContaining({ id: second, isOwner: true })]));
  expect(data).toHaveProperty('notes', expect.arrayContaining([expect.objectContaining({ title: 'Note for song.txt', board: second })]));
  for (const { path } of added) expect(data).toHaveProperty('files', expect.arrayContaining([expect.objectContaining({ name: path[1], path: `workspace/${path.join('/')}` })]));
  expect(JSON.stringify(data)).not.toContain('bob.txt');
  // Boards, notes and files.
  expect(records).toBe(3 + 2 + 2);
  expect(await contentOf(added.find(({ path }) => path[1] === 'song.txt'))).toBe('do');
});

test('tells a file that no longer exists from one that cannot be read, and stops reading', async () => {
  const path = putFile('song.txt');
  await show();
  await exported();
  faults.next({ service: 'storage', path, status: 500 });
  await expect(contentOf(added[0])).rejects.toThrow();
  faults.next({ service: 'storage', path, answer: 'offline' });
  await expect(contentOf(added[0])).rejects.toThrow();
  const cancel = new AbortController();
  const held = faults.hold({ service: 'storage', path });
  const reading = added[0]?.read(cancel.signal);
  await held.arrived;
  cancel.abort();
  await expect(reading).rejects.toThrow();
  held.release();
  files().define({ policy: () => true }).drop(path, null);
  expect(await added[0]?.read(new AbortController().signal)).toBeNull();
});

test('leaves out what the user does not want', async () => {
  putFile('song.txt');
  await show();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Files' }));
  expect(await exported()).toMatchObject({ notes: [expect.anything()], files: [{ name: 'song.txt', path: null }] });
  expect(added).toEqual([]);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Boards and notes' }));
  expect(await exported()).toEqual({});
  await userEvent.click(screen.getByRole('checkbox', { name: 'Files' }));
  expect(await exported()).toEqual({ files: [expect.objectContaining({ path: 'workspace/Plans of Ada/song.txt' })] });
  expect(added).toHaveLength(1);
});

test('lists the files only, and offers no choice of files, on an older account page', async () => {
  putFile('song.txt');
  await show({ isOlder: true });
  expect(screen.queryByRole('checkbox', { name: 'Files' })).not.toBeInTheDocument();
  expect(await load(new AbortController().signal, () => undefined)).toMatchObject({ files: [{ name: 'song.txt', path: null }] });
});
