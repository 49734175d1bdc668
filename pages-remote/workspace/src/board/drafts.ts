import { holdUnsavedChanges } from '@atrium/page-kit/ui';
import { auth } from 'auth/auth';
import { useState } from 'react';
import type { Note, NoteText } from '../notes/note.ts';

/** Text that is not stored yet. */
export interface Draft extends NoteText {
  /** Id that the note has or will have: a repeated try to add it must not add it twice. */
  readonly id: string;
  /** The stored note that the text is a change of; null for a new one. */
  readonly base: Note | null;
}

// In memory, so that going to another page or logging in again loses nothing, and closing the tab leaves nothing behind.
const drafts = new Map<string, Draft>();

/** Ends what {@link holdUnsavedChanges} began; null while nothing is held. */
let letGo: (() => void) | null = null;

/** Id of the person whose drafts count as unsaved changes. */
let owner: string | null = null;
let isWatching = false;

/** Holds as long as the signed-in person has text that is not stored: nobody else can see it, or save it. */
function holdWhatIsUnsaved(): void {
  if (!isWatching) auth.subscribe(holdWhatIsUnsaved);
  isWatching = true;
  const { user, ended } = auth.getAuth();
  // Whose session was ended by the service logs in again, and goes on.
  if (user || ended !== 'revoked') owner = user?.id ?? null;
  const unsaved = [...drafts].some(([key, draft]) => key.startsWith(keyOf(owner, '')) && isChanged(draft));
  if (unsaved) letGo ??= holdUnsavedChanges();
  else {
    letGo?.();
    letGo = null;
  }
}

function isChanged({ title, body, base }: Draft): boolean {
  const before = newDraft(base);
  return title !== before.title || body !== before.body;
}

function drop(key: string): void {
  drafts.delete(key);
  holdWhatIsUnsaved();
}

/** Key of a person's drafts; `note` is the id of a stored note, or null for the next new one. */
function keyOf(person: string | null, note: string | null): string {
  return `${person} ${note ?? 'new'}`;
}

/** The stored notes that a person began to change and did not finish, as they were then. */
export function unfinishedEdits(person: string): Note[] {
  return [...drafts].flatMap(([key, draft]) => {
    const { base } = draft;
    return base && key === keyOf(person, base.id) && isChanged(draft) ? base : [];
  });
}

/** Forgets what a person wrote into a note that they deleted themselves. */
export function dropDraft(person: string, note: string): void {
  drop(keyOf(person, note));
}

/** The draft of a note, with functions that change and drop it. */
export interface DraftState {
  readonly draft: Draft;
  readonly change: (text: Partial<Draft>) => void;
  readonly drop: () => void;
}

/** The draft of a stored note, or of the next new one where `base` is null. */
export function useDraft(person: string, base: Note | null): DraftState {
  const key = keyOf(person, base?.id ?? null);
  const [draft, setDraft] = useState(() => drafts.get(key) ?? newDraft(base));
  return {
    draft,
    change(text) {
      const changed = { ...draft, ...text };
      drafts.set(key, changed);
      holdWhatIsUnsaved();
      setDraft(changed);
    },
    drop() {
      drop(key);
      setDraft(newDraft(base));
    },
  };
}

function newDraft(base: Note | null): Draft {
  return { id: base?.id ?? crypto.randomUUID(), title: base?.title ?? '', body: base?.body ?? '', base };
}
