import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { Note } from '../notes/note.ts';
import { draftAt, draftsOf, isChanged, newDraft, putDraft, watchDrafts, type DraftPlace } from './drafts.ts';
import { onDraftsChange, type Draft } from './kept-drafts.ts';

interface Snapshot {
  readonly person: string;
  readonly drafts: readonly Draft[];
}

let snapshot: Snapshot = { person: '', drafts: [] };

/** What a person wrote and has not stored; the same list while they only type on. */
function read(person: string): readonly Draft[] {
  const drafts = draftsOf(person);
  const isSame = (draft: Draft, index: number) => {
    const before = snapshot.drafts[index];
    const isSamePlace = before?.id === draft.id && before.board === draft.board && before.waiting === draft.waiting;
    return isSamePlace && before.base?.version === draft.base?.version && (!draft.waiting || (before.title === draft.title && before.body === draft.body));
  };
  const isSameList = snapshot.person === person && snapshot.drafts.length === drafts.length && drafts.every(isSame);
  if (!isSameList) snapshot = { person, drafts };
  return snapshot.drafts;
}

/**
 * What a person wrote and has not stored, on all boards. The texts are those of when something was begun, saved or
 * dropped: not each key makes the page draw anew.
 */
export function useDrafts(person: string): readonly Draft[] {
  useEffect(() => {
    // What a reload left is unsaved as well.
    if (draftsOf(person).length > 0) watchDrafts();
  }, [person]);
  return useSyncExternalStore(onDraftsChange, () => read(person));
}

/** The draft of one note, with functions that change and drop it. */
export interface DraftState {
  readonly draft: Draft;
  readonly change: (text: Partial<Draft>) => void;
  readonly drop: () => void;
}

/**
 * The draft of a stored note, or of the next new one of a board where `base` is null. Until the person changes something,
 * the draft of a stored note is the note itself, as others change it.
 */
export function useDraft(place: DraftPlace, base: Note | null): DraftState {
  const { person, board, note } = place;
  const [written, setWritten] = useState(() => changedOrNull(draftAt(place)));
  // A new note keeps its id.
  const [fresh, setFresh] = useState(() => newDraft(board, null));
  const draft = written ?? (base ? newDraft(board, base) : fresh);
  useEffect(
    () =>
      onDraftsChange(() => {
        // Sent meanwhile: what is written from now on is a change of what is stored by now.
        const kept = draftAt({ person, board, note });
        if (kept) setWritten((now) => (!now || now.base?.version === kept.base?.version ? now : { ...now, base: kept.base }));
      }),
    [person, board, note],
  );
  const change = useCallback(
    (text: Partial<Draft>) => {
      const here = { person, board, note };
      const changed = changedOrNull({ ...draft, base: draftAt(here)?.base ?? draft.base, waiting: false, ...text });
      putDraft(here, changed);
      setWritten(changed);
    },
    [draft, person, board, note],
  );
  return {
    draft,
    change,
    drop() {
      putDraft({ person, board, note }, null);
      setWritten(null);
      setFresh(newDraft(board, null));
    },
  };
}

function changedOrNull(draft: Draft | null): Draft | null {
  return draft && isChanged(draft) ? draft : null;
}
