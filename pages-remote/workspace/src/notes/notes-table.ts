import * as v from 'valibot';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { readRows } from '../data/read-rows.ts';
import { assertAnswered, WorkspaceError } from '../data/workspace-error.ts';
import { type Note, noteSchema, type NoteText } from './note.ts';
import { notesText } from './notes-messages.ts';
import { NOTE_COLUMNS, NOTES_TABLE } from './notes-query.ts';

const UNIQUE_VIOLATION = '23505';

/** `changed` and `gone` where somebody else, or another tab, was faster; `note` is what is stored now. */
export type SaveOutcome =
  | { readonly kind: 'saved' | 'changed'; readonly note: Note }
  | { readonly kind: 'gone' };

/** A note to be added. Without a board, it goes to the person's first one, which is made where there is none. */
export type NewNoteRow = NoteText & Pick<Note, 'id'> & { readonly board: string | null } & Partial<Pick<Note, 'version'>>;

/**
 * Adds a note under an id of the caller's. Adding the same id again gives back what is stored, so that a try whose
 * answer was lost can be repeated.
 * @throws {WorkspaceError}
 */
export async function addNote(client: SupabaseClient, { board, ...note }: NewNoteRow): Promise<Note> {
  const row = { ...note, board: board ?? (await firstBoard(client)) };
  const answer = await client.from(NOTES_TABLE).insert(row).select(NOTE_COLUMNS);
  if (answer.error?.code !== UNIQUE_VIOLATION) assertAnswered(answer);
  const stored = answer.error ? await findNote(client, note.id) : readRows(noteSchema, answer.data)[0];
  // Deleted meanwhile, where the id is taken.
  if (!stored) throw new WorkspaceError(answer.error ? 'gone' : 'refused', answer.error);
  return stored;
}

/** The person's first board, which is made, with a name in the language of the page, where there is none. */
async function firstBoard(client: SupabaseClient): Promise<string> {
  const answer = await client.rpc('workspace_first_board', { name: notesText('firstBoard') });
  assertAnswered(answer);
  const [board = ''] = readRows(v.string(), [answer.data]);
  return board;
}

/**
 * Saves the text of a note unless it has changed since `base` was read.
 * @throws {WorkspaceError}
 */
export async function saveNote(client: SupabaseClient, base: Pick<Note, 'id' | 'version'>, { title, body }: NoteText): Promise<SaveOutcome> {
  const answer = await client.from(NOTES_TABLE).update({ title, body }).eq('id', base.id).eq('version', base.version).select(NOTE_COLUMNS);
  assertAnswered(answer);
  const saved = readRows(noteSchema, answer.data)[0];
  if (saved) return { kind: 'saved', note: saved };
  const stored = await findNote(client, base.id);
  if (!stored) return { kind: 'gone' };
  // An earlier try whose answer was lost has stored exactly this.
  return { kind: stored.title === title && stored.body === body ? 'saved' : 'changed', note: stored };
}

/**
 * Says whether a note is done.
 * @throws {WorkspaceError} also when the note is gone
 */
export async function setDone(client: SupabaseClient, id: string, done: boolean): Promise<void> {
  const answer = await client.from(NOTES_TABLE).update({ done }).eq('id', id).select('id');
  assertAnswered(answer);
  if (answer.data?.length === 0) throw new WorkspaceError('gone', null);
}

/**
 * Moves a note behind another of its board, or, with null, before all others.
 * @throws {WorkspaceError}
 */
export async function moveNote(client: SupabaseClient, note: string, after: string | null): Promise<void> {
  assertAnswered(await client.rpc('workspace_move_note', { note, after }));
}

/**
 * A note by its id; undefined where there is none.
 * @throws {WorkspaceError}
 */
export async function findNote(client: SupabaseClient, id: string): Promise<Note | undefined> {
  const answer = await client.from(NOTES_TABLE).select(NOTE_COLUMNS).eq('id', id);
  assertAnswered(answer);
  return readRows(noteSchema, answer.data)[0];
}
