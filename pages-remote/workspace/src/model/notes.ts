import * as v from 'valibot';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { withItem, type ChecklistItem } from './checklist.ts';
import { assertSuccess, isDuplicate, readRows, WorkspaceError } from './workspace-error.ts';

/** Schema of {@link Note}. */
export const noteSchema = v.object({
  id: v.string(),
  board: v.string(),
  title: v.string(),
  body: v.string(),
  done: v.boolean(),
  /** Place in the board's own order. Positions compare byte by byte. */
  position: v.string(),
  /** Increases with each change of title or body. */
  version: v.number(),
  /** User id of the author; null if that account was deleted. */
  author: v.nullable(v.string()),
  /** User id of the last person who changed title or body; null before the first change, or if that account was deleted. */
  edited_by: v.nullable(v.string()),
  /** When title or body were last changed. */
  edited_at: v.nullable(v.string()),
  created_at: v.string(),
  updated_at: v.string(),
  /** Its files, for their number and that of the pictures. */
  workspace_attachments: v.array(v.object({ id: v.string(), type: v.string() })),
});

/** A row of `workspace_notes`, with the columns that this module reads. Times are ISO 8601. */
export type Note = Readonly<v.InferOutput<typeof noteSchema>>;

/** The text of a note. */
export interface NoteText {
  readonly title: string;
  readonly body: string;
}

/** Longest title, in characters. The table has the same limit. */
export const TITLE_LENGTH = 200;

/** Longest body, in characters. The table has the same limit. */
export const BODY_LENGTH = 20_000;

/** The table of the notes. */
export const NOTES_TABLE = 'workspace_notes';

/** The columns of a note. */
export const NOTE_COLUMNS = 'id,board,title,body,done,position,version,author,edited_by,edited_at,created_at,updated_at';

const SELECTION = `${NOTE_COLUMNS},workspace_attachments(id,type)`;

/** The result of a save. `changed` and `gone`: another user or tab was faster. `note` is what is stored now. */
export type SaveOutcome =
  | { readonly kind: 'saved'; readonly note: Note }
  | { readonly kind: 'changed'; readonly note: Note }
  | { readonly kind: 'gone' };

type NewNote = NoteText & Pick<Note, 'id' | 'board'> & Partial<Pick<Note, 'version'>>;

/**
 * Adds a note with an id that the caller chose. Adding the same id again returns the stored note, so that an attempt whose
 * response was lost can be repeated.
 * @throws {WorkspaceError}
 */
export async function addNote(client: SupabaseClient, note: NewNote): Promise<Note> {
  const response = await client.from(NOTES_TABLE).insert(note).select(SELECTION);
  const stored = isDuplicate(response) ? await findNote(client, note.id) : readRows(noteSchema, response)[0];
  // The id is taken, but the note is not visible: it was deleted.
  if (!stored) throw new WorkspaceError(response.error ? 'gone' : 'refused', response.error);
  return stored;
}

/**
 * Saves the text of a note unless the note has changed since `base` was read.
 * @throws {WorkspaceError}
 */
export async function saveNote(client: SupabaseClient, base: Pick<Note, 'id' | 'version'>, { title, body }: NoteText): Promise<SaveOutcome> {
  const [saved] = readRows(noteSchema, await client.from(NOTES_TABLE).update({ title, body }).eq('id', base.id).eq('version', base.version).select(SELECTION));
  if (saved) return { kind: 'saved', note: saved };
  const stored = await findNote(client, base.id);
  if (!stored) return { kind: 'gone' };
  const isStored = stored.title === title && stored.body === body;
  // Nothing has changed but the user's role.
  if (!isStored && stored.version === base.version) throw new WorkspaceError('refused', null);
  // The same text is stored: by an earlier attempt whose response was lost.
  return { kind: isStored ? 'saved' : 'changed', note: stored };
}

/**
 * Marks a note as done or not done.
 * @throws {WorkspaceError} also if the note is gone, or the user may only read it
 */
export async function setDone(client: SupabaseClient, id: string, done: boolean): Promise<void> {
  const response = await client.from(NOTES_TABLE).update({ done }).eq('id', id).select('id');
  assertSuccess(response);
  if (response.data?.length === 0) throw new WorkspaceError((await findNote(client, id)) ? 'refused' : 'gone', null);
}

/** Attempts to check an item while others change the note. */
const MAX_CHECKS = 5;

/**
 * Checks an item of a note's checklist, or unchecks it. If the note has changed since it was read, changes the item in the current text.
 * @throws {WorkspaceError} `changed` if the current text has no such item
 */
export async function checkItem(client: SupabaseClient, note: Pick<Note, 'id' | 'version'> & NoteText, item: ChecklistItem, checked: boolean): Promise<void> {
  let base = note;
  for (let checks = 0; checks < MAX_CHECKS; checks += 1) {
    const body = withItem(base.body, item, checked);
    if (body === null) break;
    if (body === base.body) return;
    const outcome = await saveNote(client, base, { title: base.title, body });
    if (outcome.kind === 'gone') throw new WorkspaceError('gone', null);
    if (outcome.kind === 'saved') return;
    base = outcome.note;
  }
  throw new WorkspaceError('changed', null);
}

/**
 * Moves a note behind another note of its board, or to the top if `after` is null.
 * @throws {WorkspaceError}
 */
export async function moveNote(client: SupabaseClient, note: string, after: string | null): Promise<void> {
  assertSuccess(await client.rpc('workspace_move_note', { note, after }));
}

/**
 * Moves a note with its files to another board: to its top, or, to undo a move, to the position that it had there. Repeating it is
 * not an error.
 * @throws {WorkspaceError} `refused` if the user cannot write on that board
 */
export async function moveToBoard(client: SupabaseClient, note: string, board: string, position = ''): Promise<void> {
  assertSuccess(await client.rpc('workspace_move_note_to_board', { note, board, place: position }));
}

/**
 * Reads a note by its id; undefined if there is none.
 * @throws {WorkspaceError}
 */
export async function findNote(client: SupabaseClient, id: string): Promise<Note | undefined> {
  return readRows(noteSchema, await client.from(NOTES_TABLE).select(SELECTION).eq('id', id))[0];
}
