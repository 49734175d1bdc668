import { holdUnsavedChanges } from '@atrium/page-kit/ui';
import { auth } from 'auth/auth';
import { useState } from 'react';
import type { Note } from '../notes/note.ts';
import { allDrafts, keepDraft, onDraftsChange, type Draft } from './kept-drafts.ts';

/** Ends what {@link holdUnsavedChanges} began; null while nothing is held. */
let letGo: (() => void) | null = null;

/** Id of the person whose drafts count as unsaved changes. */
let owner: string | null = null;
let isWatching = false;

/** Holds as long as the signed-in person has text that is not stored: nobody else can see it, or save it. */
function holdWhatIsUnsaved(): void {
  const { user, ended } = auth.getAuth();
  // Whose session was ended by the service logs in again, and goes on.
  if (user || ended !== 'revoked') owner = user?.id ?? null;
  const unsaved = allDrafts().some(([key, draft]) => key.startsWith(keyOf(owner, '')) && isChanged(draft));
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

function keep(key: string, draft: Draft | null): void {
  // Not before there is something: where a release is only tried, nobody signs in.
  if (!isWatching) {
    auth.subscribe(holdWhatIsUnsaved);
    onDraftsChange(holdWhatIsUnsaved);
    isWatching = true;
  }
  keepDraft(key, draft);
}

/** Key of a person's drafts; `note` is the id of a stored note, or null for the next new one. */
function keyOf(person: string | null, note: string | null): string {
  return `${person} ${note ?? 'new'}`;
}

/** The stored notes that a person began to change and did not finish, as they were then. */
export function unfinishedEdits(person: string): Note[] {
  return allDrafts().flatMap(([key, draft]) => {
    const { base } = draft;
    return base && key === keyOf(person, base.id) && isChanged(draft) ? base : [];
  });
}

/** Forgets what a person wrote into a note that they deleted themselves. */
export function dropDraft(person: string, note: string): void {
  keep(keyOf(person, note), null);
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
  const [draft, setDraft] = useState(() => allDrafts().find(([of]) => of === key)?.[1] ?? newDraft(base));
  return {
    draft,
    change(text) {
      const changed = { ...draft, ...text };
      keep(key, changed);
      setDraft(changed);
    },
    drop() {
      keep(key, null);
      setDraft(newDraft(base));
    },
  };
}

function newDraft(base: Note | null): Draft {
  return { id: base?.id ?? crypto.randomUUID(), title: base?.title ?? '', body: base?.body ?? '', base };
}
