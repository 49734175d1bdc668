import { holdUnsavedChanges } from '@atrium/page-kit/ui';
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

/** Ends what {@link holdUnsavedChanges} began, by the key of the draft: another release has a memory of its own. */
const held = new Map<string, () => void>();

function keep(key: string, draft: Draft): void {
  drafts.set(key, draft);
  const { title, body } = newDraft(draft.base);
  const changed = draft.title !== title || draft.body !== body;
  if (changed && !held.has(key)) held.set(key, holdUnsavedChanges());
  if (!changed) letGo(key);
}

function letGo(key: string): void {
  held.get(key)?.();
  held.delete(key);
}

/** Key of a person's drafts; `note` is the id of a stored note, or null for the next new one. */
function keyOf(person: string, note: string | null): string {
  return `${person} ${note ?? 'new'}`;
}

/** Id of the stored note that a person was changing when they left the page. */
export function unfinishedEdit(person: string): string | null {
  for (const [key, { base }] of drafts) {
    if (base && key === keyOf(person, base.id)) return base.id;
  }
  return null;
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
      keep(key, changed);
      setDraft(changed);
    },
    drop() {
      drafts.delete(key);
      letGo(key);
      setDraft(newDraft(base));
    },
  };
}

function newDraft(base: Note | null): Draft {
  return { id: base?.id ?? crypto.randomUUID(), title: base?.title ?? '', body: base?.body ?? '', base };
}
