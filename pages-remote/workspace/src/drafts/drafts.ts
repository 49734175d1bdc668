import { holdUnsavedChanges } from '@atrium/page-kit/ui';
import { auth } from 'auth/auth';
import type { Note, NoteText } from '../notes/note.ts';
import { allDrafts, keepDraft, onDraftsChange, type Draft } from './kept-drafts.ts';

/** Ends what {@link holdUnsavedChanges} began; null while nothing is held. */
let letGo: (() => void) | null = null;

/** Id of the person whose drafts count as unsaved changes. */
let owner: string | null = null;
let isWatching = false;

/** Which draft: of a stored note, or of the next new one of a board. */
export interface DraftPlace {
  readonly person: string;
  /** Null for the person's first board. */
  readonly board: string | null;
  /** Null for the note that is begun in the form. */
  readonly note: string | null;
}

/** Holds as long as the signed-in person has text that is not stored: nobody else can see it, or save it. */
function holdWhatIsUnsaved(): void {
  const { user, ended } = auth.getAuth();
  // Whose session was ended by the service logs in again, and goes on.
  if (user || ended !== 'revoked') owner = user?.id ?? null;
  const unsaved = owner !== null && draftsOf(owner).length > 0;
  if (unsaved) letGo ??= holdUnsavedChanges();
  else {
    letGo?.();
    letGo = null;
  }
}

/** Says from now on what is unsaved. For when there is something: where a release is only tried, nobody signs in. */
export function watchDrafts(): void {
  if (isWatching) return;
  isWatching = true;
  auth.subscribe(holdWhatIsUnsaved);
  onDraftsChange(holdWhatIsUnsaved);
  holdWhatIsUnsaved();
}

function keyOf({ person, board, note }: DraftPlace): string {
  return `${person} ${board ?? 'first'} ${note ?? 'new'}`;
}

/** Whether a text differs from what it was begun with. */
export function isChanged({ title, body, base }: Draft): boolean {
  return title !== (base?.title ?? '') || body !== (base?.body ?? '');
}

/** What a person wrote and has not stored, on all boards. */
export function draftsOf(person: string): Draft[] {
  return allDrafts().flatMap(([key, draft]) => (key.startsWith(`${person} `) && isChanged(draft) ? draft : []));
}

/** The draft of a place; null where nothing was begun. */
export function draftAt(place: DraftPlace): Draft | null {
  const key = keyOf(place);
  return allDrafts().find(([of]) => of === key)?.[1] ?? null;
}

/** The draft that is kept under the id of its note, on whichever board; null where there is none. */
export function draftOfNote(person: string, note: string): Draft | null {
  return allDrafts().find(([key, { board }]) => key === keyOf({ person, board, note }))?.[1] ?? null;
}

/** Keeps the draft of a place, or, with null, no longer. */
export function putDraft(place: DraftPlace, draft: Draft | null): void {
  watchDrafts();
  keepDraft(keyOf(place), draft);
}

/** The draft of a note as it is before anything is typed, or of a new one on a board. */
export function newDraft(board: string | null, base: Note | null): Draft {
  const { title, body } = base ?? { title: '', body: '' };
  return { id: base?.id ?? crypto.randomUUID(), board, title, body, base: base && baseOf(base), waiting: false };
}

/** A draft of a note that is stored by now in another form: what is there counts as not seen. */
export function asEdit(draft: Draft): Draft {
  return { ...draft, base: draft.base ?? { title: '', body: '', version: 0 } };
}

/** What of a stored note a draft begins with. */
export function baseOf({ title, body, version }: NoteText & Pick<Note, 'version'>): NonNullable<Draft['base']> {
  return { title, body, version };
}
