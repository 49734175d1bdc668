import * as v from 'valibot';
import { type Note, noteSchema } from './notes.ts';
import { afterNote, comparisonOf, notesQuery, type NotesScope } from './notes-view.ts';
import { readRows } from './workspace-error.ts';

/** Notes per request. */
const PAGE_SIZE = 100;

/** Maximum number of rows that a hosted project returns in one response. */
const MAX_ROWS = 1000;

/** Maximum number of notes that one request names by id: ids are long, and the length of a URL is limited. */
const MAX_IDS = 50;

/** The loaded notes of a view, from its first note on. */
export interface NotesList {
  readonly notes: readonly Note[];
  /** Number of notes in the view, as last counted. */
  readonly total: number;
  /** Whether the view has notes that are not loaded. */
  readonly more: boolean;
}

const lightSchema = v.omit(noteSchema, ['body']);

/**
 * Loads the first notes of a view. If a list is known, loads as many notes again, but the bodies of changed notes only.
 * @throws {WorkspaceError}
 */
export async function readNotes(scope: NotesScope, known: NotesList | undefined, signal: AbortSignal): Promise<NotesList> {
  if (!known || known.notes.length === 0) return readFirst(scope, signal);
  const { rows, total } = await readLight(scope, Math.max(known.notes.length, PAGE_SIZE), signal);
  const before = new Map(known.notes.map((note) => [note.id, note]));
  const isNew = (row: v.InferOutput<typeof lightSchema>) => before.get(row.id)?.updated_at !== row.updated_at;
  const read = await readByIds(scope, rows.filter(isNew).map(({ id }) => id), signal);
  const changed = new Map(read.map((note) => [note.id, note]));
  const notes = rows.flatMap((row): Note[] => {
    const note = changed.get(row.id) ?? before.get(row.id);
    // A note deleted between the two requests has no body.
    return note ? [{ ...note, ...row }] : [];
  });
  return { notes, total, more: rows.length < total };
}

async function readFirst(scope: NotesScope, signal: AbortSignal): Promise<NotesList> {
  const response = await notesQuery(scope, { count: true }).limit(PAGE_SIZE).abortSignal(signal);
  const notes = readRows(noteSchema, response);
  const total = response.count ?? notes.length;
  return { notes, total, more: notes.length < total };
}

/** Loads everything but the bodies of the first `wanted` notes. */
async function readLight(scope: NotesScope, wanted: number, signal: AbortSignal) {
  const rows: v.InferOutput<typeof lightSchema>[] = [];
  let total = 0;
  for (;;) {
    const last = rows.at(-1);
    const limit = Math.min(wanted - rows.length, MAX_ROWS);
    let query = notesQuery(scope, { light: true, count: last === undefined }).limit(limit).abortSignal(signal);
    if (last) query = query.or(afterNote(last, scope.view));
    const response = await query;
    const page = readRows(lightSchema, response);
    rows.push(...page);
    if (last === undefined) total = response.count ?? page.length;
    if (page.length < limit || rows.length >= wanted) return { rows, total: Math.max(total, rows.length) };
  }
}

/**
 * Loads the notes that follow a list.
 * @throws {WorkspaceError}
 */
export async function readMore(scope: NotesScope, { notes }: NotesList): Promise<readonly Note[]> {
  const last = notes.at(-1);
  const query = notesQuery(scope).limit(PAGE_SIZE);
  return readRows(noteSchema, await (last ? query.or(afterNote(last, scope.view)) : query));
}

/** Appends the notes that were loaded after the end of `after`. Returns the list itself if its end has changed since. */
export function withMore(list: NotesList, after: NotesList, page: readonly Note[]): NotesList {
  if (list.notes.at(-1)?.id !== after.notes.at(-1)?.id) return list;
  const known = new Set(list.notes.map(({ id }) => id));
  const notes = [...list.notes, ...page.filter(({ id }) => !known.has(id))];
  const more = page.length === PAGE_SIZE;
  return { notes, more, total: more ? Math.max(list.total, notes.length + 1) : notes.length };
}

/** Appends to a reloaded list the notes that `now` has after the end of `before`: a page that arrived during the reload. */
export function withFurther(reloaded: NotesList, before: NotesList, now: NotesList): NotesList {
  const last = now.notes.findIndex(({ id }) => id === before.notes.at(-1)?.id);
  const known = new Set(reloaded.notes.map(({ id }) => id));
  const further = last < 0 ? [] : now.notes.slice(last + 1).filter(({ id }) => !known.has(id));
  if (further.length === 0) return reloaded;
  const notes = [...reloaded.notes, ...further];
  return { notes, more: now.more, total: Math.max(reloaded.total, notes.length) };
}

/**
 * Loads those of the notes with these ids that the view shows.
 * @throws {WorkspaceError}
 */
export async function readByIds(scope: NotesScope, ids: readonly string[], signal?: AbortSignal): Promise<readonly Note[]> {
  const notes: Note[] = [];
  for (let start = 0; start < ids.length; start += MAX_IDS) {
    const query = notesQuery(scope).in('id', ids.slice(start, start + MAX_IDS));
    notes.push(...readRows(noteSchema, await (signal ? query.abortSignal(signal) : query)));
  }
  return notes;
}

/**
 * The list after the notes with these ids changed. `changed` are those that the view still shows. Returns null if only the
 * database knows their places.
 */
export function withChanged(list: NotesList, ids: readonly string[], changed: readonly Note[], { view }: Pick<NotesScope, 'view'>): NotesList | null {
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
