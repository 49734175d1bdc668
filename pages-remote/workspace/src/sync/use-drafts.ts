import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { Note } from '../model/notes.ts';
import { baseOf, draftAt, draftsOf, isChanged, newDraft, onDraftsChange, putDraft, watchDrafts, type Draft, type DraftPlace } from './drafts.ts';

interface Snapshot {
  readonly person: string;
  readonly drafts: readonly Draft[];
}

let snapshot: Snapshot = { person: '', drafts: [] };

/** A user's drafts. Returns the same array while the user only continues typing. */
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
 * A user's unsaved drafts on all boards. The texts are those of the last time a draft was begun, saved or dropped, so that typing
 * does not re-render the page.
 */
export function useDrafts(person: string): readonly Draft[] {
  useEffect(() => {
    // Drafts from before a reload are unsaved too.
    if (draftsOf(person).length > 0) watchDrafts();
  }, [person]);
  return useSyncExternalStore(onDraftsChange, () => read(person));
}

/** The draft of one note, with functions that change and drop it. */
interface DraftState {
  readonly draft: Draft;
  readonly change: (text: Partial<Draft>) => void;
  readonly drop: () => void;
}

/**
 * The draft of a stored note or, if `base` is null, of a new note. Until the user changes something, the draft of a stored note
 * follows the note as others change it.
 */
export function useDraft(place: DraftPlace, base: Note | null): DraftState {
  const { person, board, note } = place;
  const [written, setWritten] = useState(() => changedOrNull(draftAt(place)));
  // The text is stored: by the outbox, or by an earlier save. Further typing edits what is stored now.
  if (base && written?.base && written.base.version < base.version && written.title.trim() === base.title && written.body === base.body) {
    setWritten(changedOrNull({ ...written, base: baseOf(base), waiting: false }));
  }
  // A new note keeps its id.
  const [fresh, setFresh] = useState(() => newDraft(board, null));
  const draft = written ?? (base ? newDraft(board, base) : fresh);
  useEffect(
    () =>
      onDraftsChange(() => {
        // The outbox has sent the draft: further typing edits what is stored now.
        const sent = draftAt({ person, board, note });
        if (sent) setWritten((now) => (!now || isSameBase(now.base, sent.base) ? now : { ...now, base: sent.base }));
        // A form that has closed since then stored the new note, for example the sheet that narrow windows show.
        else if (note === null) setWritten(null);
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

function isSameBase(one: Draft['base'], other: Draft['base']): boolean {
  return one?.version === other?.version && one?.title === other?.title && one?.body === other?.body;
}

function changedOrNull(draft: Draft | null): Draft | null {
  return draft && isChanged(draft) ? draft : null;
}
