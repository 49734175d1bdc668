import * as v from 'valibot';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { type Note, noteSchema, type NoteText } from './note.ts';
import { assertAnswered, NotesError } from './notes-error.ts';

/** Notes that are asked for at a time. */
export const PAGE_SIZE = 50;

const TABLE = 'workspace_notes';
const COLUMNS = 'id,title,body,created_at,updated_at';
const UNIQUE_VIOLATION = '23505';

const rowsSchema = v.array(noteSchema);

export interface NotesPage {
  readonly notes: readonly Note[];
  /** Whether there are older ones. */
  readonly more: boolean;
}

/** `changed` and `gone` where somebody else, or another tab, was faster; `note` is what is stored now. */
export type SaveOutcome =
  | { readonly kind: 'saved' | 'changed'; readonly note: Note }
  | { readonly kind: 'gone' };

/**
 * Reads the next page, newest first. It starts at the oldest note that is known rather than at a number, so that notes
 * which others add or delete meanwhile are neither repeated nor left out.
 * @throws {NotesError}
 */
export async function listNotes(client: SupabaseClient, known: readonly Note[]): Promise<NotesPage> {
  let query = client
    .from(TABLE)
    .select(COLUMNS)
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(PAGE_SIZE + 1);
  const oldest = known.at(-1)?.created_at;
  if (oldest !== undefined) {
    const sameInstant = known.filter((note) => note.created_at === oldest).map((note) => note.id);
    query = query.lte('created_at', oldest).not('id', 'in', `(${sameInstant.join(',')})`);
  }
  const answer = await query;
  assertAnswered(answer);
  const rows = readRows(answer.data);
  return { notes: rows.slice(0, PAGE_SIZE), more: rows.length > PAGE_SIZE };
}

/** A note to be added; with `created_at`, one that was there before and goes back to its place. */
type NewNoteRow = NoteText & Pick<Note, 'id'> & Partial<Pick<Note, 'created_at'>>;

/**
 * Adds a note under an id of the caller's. Adding the same id again gives back what is stored, so that a try whose
 * answer was lost can be repeated.
 * @throws {NotesError}
 */
export async function addNote(client: SupabaseClient, note: NewNoteRow): Promise<Note> {
  const { id, title, body, created_at } = note;
  const answer = await client.from(TABLE).insert({ id, title, body, created_at }).select(COLUMNS);
  if (answer.error?.code !== UNIQUE_VIOLATION) assertAnswered(answer);
  const stored = answer.error ? await findNote(client, id) : readRows(answer.data)[0];
  if (!stored) throw new NotesError('refused', answer.error);
  return stored;
}

/**
 * Saves a note unless it has changed since `base` was read.
 * @throws {NotesError}
 */
export async function saveNote(client: SupabaseClient, base: Note, { title, body }: NoteText): Promise<SaveOutcome> {
  const answer = await client
    .from(TABLE)
    .update({ title, body })
    .eq('id', base.id)
    .eq('updated_at', base.updated_at)
    .select(COLUMNS);
  assertAnswered(answer);
  const saved = readRows(answer.data)[0];
  if (saved) return { kind: 'saved', note: saved };
  const stored = await findNote(client, base.id);
  if (!stored) return { kind: 'gone' };
  // An earlier try whose answer was lost has stored exactly this.
  return { kind: stored.title === title && stored.body === body ? 'saved' : 'changed', note: stored };
}

/**
 * Deletes a note; one that is gone already is no failure.
 * @throws {NotesError}
 */
export async function removeNote(client: SupabaseClient, id: string): Promise<void> {
  assertAnswered(await client.from(TABLE).delete().eq('id', id));
}

async function findNote(client: SupabaseClient, id: string): Promise<Note | undefined> {
  const answer = await client.from(TABLE).select(COLUMNS).eq('id', id);
  assertAnswered(answer);
  return readRows(answer.data)[0];
}

function readRows(data: unknown): Note[] {
  const rows = v.safeParse(rowsSchema, data);
  if (!rows.success) throw new NotesError('unknown', new v.ValiError(rows.issues));
  return rows.output;
}
