import { useEffect, useState } from 'react';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { compareNotes, type Note } from '../notes/note.ts';
import { listNotes } from '../notes/notes-table.ts';
import { NotesError } from '../notes/notes-error.ts';

export interface Notes {
  readonly notes: readonly Note[];
  /** Whether older ones can be asked for. */
  readonly more: boolean;
  /** Whether these are all that there were when they were read: a note that is not among them is gone. */
  readonly complete: boolean;
  readonly loading: boolean;
  /** Why the last page could not be read. */
  readonly failure: NotesError | null;
  /** Reads the first page, or the next; gives back the first note that is new on screen. */
  readonly load: () => Promise<Note | undefined>;
  /** Puts a note in its place, where an older state of it stands. */
  readonly put: (note: Note) => void;
  readonly drop: (id: string) => void;
}

/** The person's notes as far as they have been read. */
export function useNotes(client: SupabaseClient): Notes {
  const [notes, setNotes] = useState<readonly Note[]>([]);
  const [more, setMore] = useState(false);
  const [loading, setLoading] = useState(true);
  const [failure, setFailure] = useState<NotesError | null>(null);

  useEffect(() => {
    let left = false;
    listNotes(client, []).then(
      (page) => {
        if (left) return;
        // A note may have been added before the answer came.
        setNotes((current) => merge(current, page.notes));
        setMore(page.more);
        setLoading(false);
      },
      (error: unknown) => {
        if (left) return;
        setFailure(asNotesError(error));
        setLoading(false);
      },
    );
    return () => {
      left = true;
    };
  }, [client]);

  return {
    notes,
    more,
    complete: !more && !loading && !failure,
    loading,
    failure,
    async load() {
      setLoading(true);
      setFailure(null);
      try {
        const page = await listNotes(client, notes);
        setNotes((current) => merge(current, page.notes));
        setMore(page.more);
        return page.notes[0];
      } catch (error) {
        setFailure(asNotesError(error));
        return undefined;
      } finally {
        setLoading(false);
      }
    },
    put(note) {
      setNotes((current) => merge(current, [note]));
    },
    drop(id) {
      setNotes((current) => current.filter((note) => note.id !== id));
    },
  };
}

/** The error as one made for people. One that is not is a fault of this page, and is reported as such. */
export function asNotesError(error: unknown): NotesError {
  if (error instanceof NotesError) return error;
  reportError(error);
  return new NotesError('unknown', error);
}

function merge(current: readonly Note[], added: readonly Note[]): readonly Note[] {
  const byId = new Map([...current, ...added].map((note) => [note.id, note]));
  return [...byId.values()].sort(compareNotes);
}
