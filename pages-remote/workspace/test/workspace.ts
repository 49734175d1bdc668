import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ADA, backend, faults, renderPage, type Caller, type OpenPage, type Row } from '@atrium/page-kit/testing';
import workspace from '../src/module.ts';

/** The tables of the workspace, as the migrations define them. */
export const notes = () => backend.table('workspace_notes');
export const boards = () => backend.table('workspace_boards');
export const favourites = () => backend.table('workspace_favourites');
export const members = () => backend.table('workspace_members');
export const channels = () => backend.table('workspace_channels');
export const attachments = () => backend.table('workspace_attachments');
export const invitations = () => backend.table('workspace_invitations');
const profiles = () => backend.table('account_profiles');
export const files = () => backend.storage.bucket('workspace-files');

/** Whether the caller is a member of a board. */
function isOn(board: unknown, caller: Caller | null): boolean {
  return members().rows.some((row) => row['board'] === board && row['person'] === caller?.id);
}

/** The last state of rows that can be restored: the database hides deleted rows and keeps them. */
const RESTORABLE = new Map<unknown, { readonly table: string; readonly row: Row }>();

function remember(table: string, row: Row): Row {
  RESTORABLE.set(row['id'], { table, row });
  return row;
}

let place = 0;

/** A position before all others, as the trigger assigns it. */
function topPlace(): string {
  place += 1;
  return `a${String(1_000_000 - place)}`;
}

beforeEach(() => {
  profiles().define({ key: ['person'], defaults: { avatar_path: null }, signedInOnly: true });
  boards().define({
    owner: 'owner',
    // One-to-one relations.
    references: { owner: 'account_profiles', id: 'workspace_channels' },
    stamps: { insert: ['created_at'], update: ['updated_at'] },
    required: ['name'],
    defaults: { tint: 'teal' },
    checks: { workspace_boards_name_length: ({ name }) => typeof name === 'string' && name.length <= 100 },
    signedInOnly: true,
    policy: ({ id, owner }, caller) => owner === caller?.id || isOn(id, caller),
    triggers: {
      insert(row) {
        if (!members().findDuplicate({ board: row['id'], person: row['owner'] }, ['board', 'person'])) {
          members().insert({ board: row['id'], person: row['owner'], role: 'owner' });
        }
        if (!channels().findDuplicate({ board: row['id'] }, ['board'])) channels().insert({ board: row['id'], channel: row['id'] });
        return remember('workspace_boards', row);
      },
      update: (row) => remember('workspace_boards', row),
    },
  });
  channels().define({ key: ['board'], signedInOnly: true, policy: ({ board }, caller) => isOn(board, caller) });
  members().define({
    key: ['board', 'person'],
    references: { board: 'workspace_boards', person: 'account_profiles' },
    defaults: { role: 'editor' },
    stamps: { insert: ['joined_at'] },
    signedInOnly: true,
    policy: ({ board }, caller) => isOn(board, caller),
    triggers: {
      // A join updates the board's row, which announces it to open pages.
      insert(row) {
        boards().update(({ id }) => id === row['board'], { updated_at: new Date().toISOString() });
        return row;
      },
    },
  });
  favourites().define({ key: ['person', 'board'], owner: 'person', stamps: { insert: ['created_at'] }, signedInOnly: true, policy: ({ person }, caller) => person === caller?.id });
  notes().define({
    columns: ['id', 'board', 'author', 'title', 'body', 'done', 'position', 'version', 'search', 'edited_by', 'edited_at', 'created_at', 'updated_at'],
    defaults: { body: '', done: false, position: '', version: 1, edited_by: null, edited_at: null },
    stamps: { insert: ['created_at'], update: ['updated_at'] },
    owner: 'author',
    required: ['title', 'board'],
    references: { board: 'workspace_boards' },
    search: { search: ['title', 'body'] },
    signedInOnly: true,
    policy: ({ board }, caller) => board === undefined || isOn(board, caller),
    triggers: {
      insert: (row) => remember('workspace_notes', { author: null, ...row, position: row['position'] === '' ? topPlace() : row['position'] }),
      update: (row, before) => {
        const isChanged = row['title'] !== before['title'] || row['body'] !== before['body'];
        return remember('workspace_notes', isChanged ? { ...row, version: Number(before['version']) + 1 } : row);
      },
    },
  });
  attachments().define({
    defaults: { thumbnail: null, author: null },
    references: { note: 'workspace_notes', board: 'workspace_boards' },
    stamps: { insert: ['created_at'] },
    owner: 'author',
    signedInOnly: true,
    policy: ({ board }, caller) => isOn(board, caller),
    triggers: { insert: (row) => remember('workspace_attachments', row) },
  });
  invitations().define({ owner: 'invited_by', defaults: { role: 'editor' }, stamps: { insert: ['created_at'] }, signedInOnly: true });
  files().define({ largestFile: 10_485_760, policy: (path, caller) => isOn(path.split('/')[0], caller) });
  backend.databaseFunction('workspace_my_invitations', ({ caller }) =>
    invitations()
      .rows.filter(({ email }) => email === caller?.email)
      .map(({ board, role, expires_at }) => ({ board, board_name: nameOf(board), invited_by: 'Bob', role, created_at: expires_at, expires_at })),
  );
  backend.databaseFunction('workspace_has_expired', () => false);
  backend.databaseFunction('workspace_restore', ({ body }) => {
    const deleted = RESTORABLE.get(valueOf(body, 'id'));
    if (!deleted) return false;
    const table = backend.table(deleted.table);
    if (!table.findDuplicate(deleted.row, ['id'])) table.insert(deleted.row);
    return true;
  });
  backend.databaseFunction('workspace_deleted_boards', ({ caller }) =>
    [...RESTORABLE.values()]
      .filter(({ table, row }) => table === 'workspace_boards' && row['owner'] === caller?.id && !boards().findDuplicate(row, ['id']))
      .map(({ row: { id, name, tint } }) => ({ board: id, name, tint, deleted_at: new Date().toISOString() })),
  );
  backend.databaseFunction('workspace_overview', ({ caller }) =>
    boards()
      .rows.filter(({ id }) => isOn(id, caller))
      .map(({ id, created_at }) => {
        const own = notes().rows.filter((row) => row['board'] === id);
        const last = own.toSorted((one, other) => String(other['updated_at']).localeCompare(String(one['updated_at'])))[0];
        const isEdit = last?.['updated_at'] === last?.['edited_at'];
        const isNew = last?.['updated_at'] === last?.['created_at'];
        return {
          board: id,
          notes: own.length,
          done: own.filter(({ done }) => done === true).length,
          last_change: last?.['updated_at'] ?? created_at,
          last_title: last?.['title'] ?? null,
          last_event: last ? (isNew ? 'added' : isEdit ? 'edited' : last['done'] === true ? 'done' : 'changed') : null,
          last_person: (isNew ? last?.['author'] : isEdit ? last?.['edited_by'] : null) ?? null,
        };
      }),
  );
  backend.databaseFunction('workspace_board_summary', ({ body }) => {
    const board = valueOf(body, 'board');
    const own = notes().rows.filter((row) => row['board'] === board);
    const people = members().rows.filter((row) => row['board'] === board);
    return [{ notes: own.length, done: own.filter(({ done }) => done === true).length, members: people.length, last_change: null }];
  });
  backend.databaseFunction('workspace_move_note', ({ body }) => {
    const [note, after] = [valueOf(body, 'note'), valueOf(body, 'after')];
    const others = arranged().filter(({ id }) => id !== note);
    const moved = notes().rows.filter(({ id }) => id === note);
    const to = others.findIndex(({ id }) => id === after) + 1;
    const position = (index: number) => `a${String(index).padStart(7, '0')}`;
    for (const [index, row] of others.toSpliced(to, 0, ...moved).entries()) {
      if (row['position'] !== position(index)) notes().update(({ id }) => id === row['id'], { position: position(index) });
    }
    return position(to);
  });
  backend.databaseFunction('workspace_move_note_to_board', ({ body }) => {
    moveNote(valueOf(body, 'note'), valueOf(body, 'board'), valueOf(body, 'place'));
    return null;
  });
});

/** Moves a note to another board, as the database does. */
export function moveNote(note: unknown, to: unknown, position: unknown = ''): void {
  const from = notes().rows.find(({ id }) => id === note)?.['board'];
  notes().update(({ id }) => id === note, { board: to, position: position === '' ? topPlace() : position });
  attachments().update((row) => row['note'] === note, { board: to });
  backend.realtime.broadcast(`workspace:board:${String(from)}`, 'deleted', { note });
}

/** The notes in the board's own order. */
export function arranged(): readonly Row[] {
  return [...notes().rows].sort((one, other) => (String(one['position']) < String(other['position']) ? -1 : 1));
}

/** A property of a JSON object. */
export function valueOf(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
}

function nameOf(board: unknown): unknown {
  return boards().rows.find(({ id }) => id === board)?.['name'];
}

/** The signed-in user and their board. New for each test, because drafts last as long as the tab. */
let visitor = { ...ADA };
export let board = '';

beforeEach(() => {
  visitor = { ...ADA, id: crypto.randomUUID(), email: `${crypto.randomUUID()}@example.com` };
  profiles().insert({ person: visitor.id, name: visitor.name });
  board = putBoard('Plans of Ada');
});

/** The signed-in user. */
export function ada(): typeof visitor {
  return visitor;
}

/** Creates a board, by default one of the signed-in user. */
export function putBoard(name: string, owner = visitor.id): string {
  const [row] = boards().insert({ name, owner });
  return String(row?.['id']);
}

/** Creates another user who is a member of the given boards. */
export function putPerson(name: string, ...on: readonly string[]): string {
  const person = crypto.randomUUID();
  profiles().insert({ person, name });
  for (const id of on) members().insert({ board: id, person });
  return person;
}

/** Stores a note as another user would. */
export function putNote(note: { readonly title: string } & Row): Row {
  const [stored] = notes().insert({ board, ...note });
  if (!stored) throw new Error('unreachable: an inserted row comes back');
  return stored;
}

/** Deletes a note as another user would. */
export function deleteNote({ id }: Row): void {
  notes().remove((row) => row['id'] === id);
  backend.realtime.broadcast(`workspace:board:${board}`, 'deleted', { note: id });
}

/**
 * Lets another user change a note before the next save of the user arrives, however slow the machine is.
 * @param writes what the user does. Its parameter resolves when the save is on its way.
 */
export async function changeFirst({ id }: Row, values: Row, writes: (sent: Promise<void>) => Promise<void>): Promise<void> {
  const held = faults.hold({ service: 'rest', method: 'PATCH', path: 'workspace_notes' });
  await writes(held.arrived);
  notes().update((row) => row['id'] === id, values);
  held.release();
}

/** The stored row of a note. */
export function storedNote({ id }: Row): Row | undefined {
  return notes().rows.find((row) => row['id'] === id);
}

/** Opens a page of the workspace for the signed-in user. */
export function open(at: string): Promise<OpenPage> {
  return renderPage(workspace, { at, auth: { person: visitor } });
}

/** Opens the signed-in user's board. */
export function openBoard(search = ''): Promise<OpenPage> {
  return open(`/workspace/${board}${search}`);
}

/** Chooses an action in the menu of a note. */
export async function chooseOfNote(title: string, action: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: `Note actions ${title}` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: `${action} ${title}` }));
}

/** Chooses an action of the open board. */
export async function chooseOfBoard(name: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: 'More' }));
  await userEvent.click(await screen.findByRole('button', { name }));
}

/** The media queries of a window whose width changes. */
const WINDOW_WIDTH = new EventTarget();

/** Makes the window as narrow as a phone's, for one test. */
export function narrowWindow(): void {
  changeWidth({ isNarrow: true });
}

/** Makes the window wide again. */
export function widenWindow(): void {
  changeWidth({ isNarrow: false });
}

function changeWidth({ isNarrow }: { readonly isNarrow: boolean }): void {
  const nothing = () => undefined;
  const width = { media: '', onchange: null, addListener: nothing, removeListener: nothing, matches: isNarrow };
  jest.spyOn(window, 'matchMedia').mockReturnValue(Object.assign(WINDOW_WIDTH, width));
  act(() => void WINDOW_WIDTH.dispatchEvent(new Event('change')));
}

/** Appends to the fields of the open form for a note. Pastes, because typing takes long. */
export async function write(title: string, body = ''): Promise<void> {
  await append('Title', title);
  if (body !== '') await append('Note', body);
}

/** Appends to one field of the open form for a note. */
export async function append(label: string, text: string): Promise<void> {
  await userEvent.click(screen.getByLabelText(label));
  await userEvent.paste(text);
}
