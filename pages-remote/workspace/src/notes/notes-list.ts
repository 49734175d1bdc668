import * as v from 'valibot';
import { assertAnswered } from '../data/workspace-error.ts';
import { readRows } from '../data/read-rows.ts';
import { type Note, noteSchema } from './note.ts';
import { afterNote, notesQuery, type NotesOfBoard } from './notes-query.ts';
import { comparisonOf } from './notes-view.ts';

/** Notes that are asked for at a time. */
export const PAGE_SIZE = 100;

/** Rows that one answer of a hosted project holds at most. */
const MOST_ROWS = 1000;

/** Notes that are named in one address: ids are long. */
const MOST_IDS = 50;

/** The notes of a view, from its first on, as far as they have been read. */
export interface NotesList {
  readonly notes: readonly Note[];
  /** How many there are in all, as far as is known. */
  readonly total: number;
  /** Whether there are more than have been read. */
  readonly more: boolean;
}

const lightSchema = v.omit(noteSchema, ['body']);

/**
 * Reads the first notes of a view; where some have been read before, as many again, with the texts of only those that
 * changed.
 * @throws {WorkspaceError}
 */
export async function readNotes(of: NotesOfBoard, known: NotesList | undefined, signal: AbortSignal): Promise<NotesList> {
  if (!known || known.notes.length === 0) return readFirst(of, signal);
  const { rows, total } = await readLight(of, Math.max(known.notes.length, PAGE_SIZE), signal);
  const before = new Map(known.notes.map((note) => [note.id, note]));
  const isNew = (row: v.InferOutput<typeof lightSchema>) => before.get(row.id)?.updated_at !== row.updated_at;
  const read = await readByIds(of, rows.filter(isNew).map(({ id }) => id), signal);
  const changed = new Map(read.map((note) => [note.id, note]));
  const notes = rows.flatMap((row): Note[] => {
    const note = changed.get(row.id) ?? before.get(row.id);
    // A row that went between the two requests has no text.
    return note ? [{ ...note, ...row }] : [];
  });
  return { notes, total, more: rows.length < total };
}

async function readFirst(of: NotesOfBoard, signal: AbortSignal): Promise<NotesList> {
  const answer = await notesQuery(of, { count: true }).limit(PAGE_SIZE).abortSignal(signal);
  assertAnswered(answer);
  const notes = readRows(noteSchema, answer.data);
  const total = answer.count ?? notes.length;
  return { notes, total, more: notes.length < total };
}

/** Everything but the bodies of so many notes. */
async function readLight(of: NotesOfBoard, wanted: number, signal: AbortSignal) {
  const rows: v.InferOutput<typeof lightSchema>[] = [];
  let total = 0;
  for (;;) {
    const last = rows.at(-1);
    const limit = Math.min(wanted - rows.length, MOST_ROWS);
    let query = notesQuery(of, { light: true, count: last === undefined }).limit(limit).abortSignal(signal);
    if (last) query = query.or(afterNote(last, of.view));
    const answer = await query;
    assertAnswered(answer);
    const page = readRows(lightSchema, answer.data);
    rows.push(...page);
    if (last === undefined) total = answer.count ?? page.length;
    if (page.length < limit || rows.length >= wanted) return { rows, total: Math.max(total, rows.length) };
  }
}

/**
 * Reads the notes that come after those that have been read.
 * @throws {WorkspaceError}
 */
export async function readMore(of: NotesOfBoard, { notes }: NotesList): Promise<readonly Note[]> {
  const last = notes.at(-1);
  const query = notesQuery(of).limit(PAGE_SIZE);
  const answer = await (last ? query.or(afterNote(last, of.view)) : query);
  assertAnswered(answer);
  return readRows(noteSchema, answer.data);
}

/** The list with notes that were read from its end on; the list itself where it ends elsewhere by now. */
export function withMore(list: NotesList, after: NotesList, page: readonly Note[]): NotesList {
  if (list.notes.at(-1)?.id !== after.notes.at(-1)?.id) return list;
  const known = new Set(list.notes.map(({ id }) => id));
  const notes = [...list.notes, ...page.filter(({ id }) => !known.has(id))];
  const more = page.length === PAGE_SIZE;
  return { notes, more, total: more ? Math.max(list.total, notes.length + 1) : notes.length };
}

/** What was read again, with what was read further on meanwhile: the notes behind the last of those that were known before. */
export function withFurther(read: NotesList, before: NotesList, now: NotesList): NotesList {
  const last = now.notes.findIndex(({ id }) => id === before.notes.at(-1)?.id);
  const known = new Set(read.notes.map(({ id }) => id));
  const further = last < 0 ? [] : now.notes.slice(last + 1).filter(({ id }) => !known.has(id));
  if (further.length === 0) return read;
  const notes = [...read.notes, ...further];
  return { notes, more: now.more, total: Math.max(read.total, notes.length) };
}

/**
 * Those of the notes with these ids that the view shows.
 * @throws {WorkspaceError}
 */
export async function readByIds(of: NotesOfBoard, ids: readonly string[], signal?: AbortSignal): Promise<readonly Note[]> {
  const notes: Note[] = [];
  for (let start = 0; start < ids.length; start += MOST_IDS) {
    const query = notesQuery(of).in('id', ids.slice(start, start + MOST_IDS));
    const answer = await (signal ? query.abortSignal(signal) : query);
    assertAnswered(answer);
    notes.push(...readRows(noteSchema, answer.data));
  }
  return notes;
}

/**
 * The list after notes with these ids changed, of which those that the view still shows are as given. Null where only
 * the database knows their places.
 */
export function withChanged(list: NotesList, ids: readonly string[], changed: readonly Note[], { view }: Pick<NotesOfBoard, 'view'>): NotesList | null {
  const compare = comparisonOf(view.order);
  if (!compare) return null;
  const gone = new Set(ids);
  const notes = list.notes.filter(({ id }) => !gone.has(id));
  let added = 0;
  for (const note of [...changed].sort(compare)) {
    const index = notes.findIndex((other) => compare(other, note) > 0);
    if (index < 0 && list.more) continue;
    notes.splice(index < 0 ? notes.length : index, 0, note);
    added += 1;
  }
  const total = Math.max(list.total + added - (list.notes.length - (notes.length - added)), notes.length);
  return { notes, total: list.more ? total : notes.length, more: list.more };
}
