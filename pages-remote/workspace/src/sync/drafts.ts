import { holdUnsavedChanges, tabDrafts } from '@atrium/page-kit/ui';
import { auth } from 'auth/auth';
import * as v from 'valibot';
import type { Note, NoteText } from '../model/notes.ts';

const draftSchema = v.object({
  /** Id that the note has or will have, so that repeating an attempt to add the note does not add it twice. */
  id: v.string(),
  /** Board of the note. */
  board: v.string(),
  title: v.string(),
  body: v.string(),
  /** The stored note when the draft was begun; null for a new note. */
  base: v.nullable(v.object({ title: v.string(), body: v.string(), version: v.number() })),
  /** Whether the user has saved the draft, and it waits for a connection. */
  waiting: v.boolean(),
});

/** The text of a note that is not stored yet. */
export type Draft = Readonly<v.InferOutput<typeof draftSchema>>;

/** Where a draft is kept: with a note, or in the form for new notes of a board. */
export interface DraftPlace {
  readonly person: string;
  readonly board: string;
  /** Null for the form for new notes. */
  readonly note: string | null;
}

/** The drafts of this tab. They survive a reload. */
const TAB_DRAFTS = tabDrafts('atrium workspace drafts');

/** Ends the "unsaved changes" warning; null while the tab has none. */
let endWarning: (() => void) | null = null;

/** Id of the user whose drafts count as unsaved changes. */
let owner: string | null = null;
let isWatching = false;

/**
 * Keeps the tab's "unsaved changes" warning in step with the signed-in user's drafts. Starts with the first draft instead of when
 * the module loads, because a smoke test has no auth.
 */
export function watchDrafts(): void {
  if (isWatching) return;
  isWatching = true;
  auth.subscribe(updateWarning);
  onDraftsChange(updateWarning);
  updateWarning();
}

function updateWarning(): void {
  const { user, ended } = auth.getAuth();
  // A user whose session was revoked logs in again and continues.
  if (user || ended !== 'revoked') owner = user?.id ?? null;
  if (owner !== null && draftsOf(owner).length > 0) endWarning ??= holdUnsavedChanges();
  else {
    endWarning?.();
    endWarning = null;
  }
}

/** Every draft of the tab by its key, without drafts that another release stored in another format. */
function allDrafts(): (readonly [key: string, draft: Draft])[] {
  return TAB_DRAFTS.all().flatMap(([key, value]) => {
    const draft = v.safeParse(draftSchema, value);
    return draft.success ? [[key, draft.output] as const] : [];
  });
}

function keyOf({ person, board, note }: DraftPlace): string {
  return `${person} ${board} ${note ?? 'new'}`;
}

/** Whether a draft differs from its base. */
export function isChanged({ title, body, base }: Draft): boolean {
  return title !== (base?.title ?? '') || body !== (base?.body ?? '');
}

/** Whether a stored text is the same as a written one. Spaces around a title are not stored. */
export function isSameText(one: NoteText, other: NoteText): boolean {
  return one.title === other.title.trim() && one.body === other.body;
}

/** Whether the table has another text than the draft. */
export function isUnsaved({ title, body, base }: Draft): boolean {
  return !base || !isSameText(base, { title, body });
}

/** A user's unsaved drafts on all boards. */
export function draftsOf(person: string): Draft[] {
  return allDrafts().flatMap(([key, draft]) => (key.startsWith(`${person} `) && isChanged(draft) ? draft : []));
}

/** The draft at a place; null if there is none. */
export function draftAt(place: DraftPlace): Draft | null {
  const key = keyOf(place);
  return allDrafts().find(([other]) => other === key)?.[1] ?? null;
}

/** The draft that is kept with a note, on any board; null if there is none. */
export function draftOfNote(person: string, note: string): Draft | null {
  return allDrafts().find(([key, { board }]) => key === keyOf({ person, board, note }))?.[1] ?? null;
}

/** Keeps a draft at a place; null removes it. */
export function putDraft(place: DraftPlace, draft: Draft | null): void {
  watchDrafts();
  TAB_DRAFTS.keep(keyOf(place), draft);
}

/** Takes the user's unsaved text of a note along to another board. */
export function moveDraft(person: string, note: string, from: string, to: string): void {
  const draft = draftAt({ person, board: from, note });
  if (!draft) return;
  putDraft({ person, board: from, note }, null);
  putDraft({ person, board: to, note }, { ...draft, board: to });
}

/** Calls the listener after each change of a draft, also one by another release in this tab. Returns the function that unsubscribes. */
export function onDraftsChange(listener: () => void): () => void {
  return TAB_DRAFTS.subscribe(listener);
}

/** The unchanged draft of a note, or of a new note on a board. */
export function newDraft(board: string, base: Note | null): Draft {
  const { title, body } = base ?? { title: '', body: '' };
  return { id: base?.id ?? crypto.randomUUID(), board, title, body, base: base && baseOf(base), waiting: false };
}

/** Turns the draft of a new note into an edit, for a note that turned out to be stored with another text. */
export function asEdit(draft: Draft): Draft {
  return { ...draft, base: draft.base ?? { title: '', body: '', version: 0 } };
}

/** The base of a draft that begins with a stored note. */
export function baseOf({ title, body, version }: NoteText & Pick<Note, 'version'>): NonNullable<Draft['base']> {
  return { title, body, version };
}
