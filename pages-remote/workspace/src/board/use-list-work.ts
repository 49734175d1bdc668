import { useQueryClient } from '@tanstack/react-query';
import { useState, type Dispatch, type SetStateAction } from 'react';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { showDeleted } from '../data/deletions.ts';
import { queryKeys } from '../data/query-keys.ts';
import { draftAt, draftsOf, putDraft } from '../drafts/drafts.ts';
import type { Note } from '../notes/note.ts';
import type { NoteActions, NoteControl } from '../notes/note-actions.ts';
import { notesText } from '../notes/notes-messages.ts';
import { useNoteChanges } from '../notes/use-note-changes.ts';
import type { NotesListState } from '../notes/use-notes-list.ts';

interface ListWorkOptions {
  readonly client: SupabaseClient;
  readonly person: string;
  readonly board: string;
  readonly notes: NotesListState;
  readonly setFilesOpen: Dispatch<SetStateAction<ReadonlySet<string>>>;
}

/** What people do with the notes of a list, what is said about it, and where the focus goes. */
export function useListWork({ client, person, board, notes, setFilesOpen }: ListWorkOptions) {
  const queries = useQueryClient();
  const [editing, setEditing] = useState(() => draftsOf(person).find((draft) => draft.board === board && draft.base && !draft.waiting)?.id ?? null);
  const [focus, setFocus] = useState<{ readonly id: string; readonly control: NoteControl } | null>(null);
  const [news, setNews] = useState('');
  const [latest, setLatest] = useState<Note | null>(null);
  const { refresh, list } = notes;
  const changes = useNoteChanges(client, board, refresh);

  function reread(ids: readonly string[]): void {
    refresh(ids).catch(() => queries.invalidateQueries({ queryKey: queryKeys.notes(board) }));
  }

  const at = (note: Note) => list?.notes.findIndex(({ id }) => id === note.id) ?? -1;

  function move(note: Note, to: number, control: NoteControl | null): void {
    const others = list?.notes.filter(({ id }) => id !== note.id) ?? [];
    changes.move(note, others[to - 1]?.id ?? null);
    if (control) setFocus({ id: note.id, control });
    setNews(notesText('moved', { title: note.title, place: to + 1, total: list?.total ?? 0 }));
  }

  const actions: NoteActions = {
    edit: ({ id }) => {
      const place = { person, board, note: id };
      const draft = draftAt(place);
      // Not sent while it is being changed.
      if (draft?.waiting) putDraft(place, { ...draft, waiting: false });
      setEditing(id);
      setLatest(null);
    },
    setDone: changes.setDone,
    move: (note, to) => move(note, to, null),
    step: (note, by) => move(note, at(note) + by, by < 0 ? 'up' : 'down'),
    toggleFiles: ({ id }) =>
      setFilesOpen((open) => {
        const next = new Set(open);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    remove: (note) => {
      setLatest(null);
      const index = at(note);
      const neighbour = list?.notes[index + 1] ?? list?.notes[index - 1];
      setFocus(neighbour ? { id: neighbour.id, control: 'edit' } : null);
      changes.remove(note, () => {
        putDraft({ person, board, note: note.id }, null);
        const { id, title } = note;
        showDeleted({
          client,
          kind: 'note',
          id,
          texts: { deleted: notesText('deleted', { title }), refused: notesText('restoreRefused', { title }) },
          onRestored: () => {
            setNews(notesText('restored', { title }));
            setFocus({ id, control: 'edit' });
            reread([id]);
          },
        });
      });
    },
  };

  return {
    editing,
    setEditing,
    focus,
    news,
    actions,
    /** The note that was added last, unless something else was done since. */
    latest,
    showLatest: (): void => {
      if (latest) setFocus({ id: latest.id, control: 'edit' });
      setLatest(null);
    },
    added: (note: Note): void => {
      setEditing((now) => (now === note.id ? null : now));
      setNews(notesText('added', { title: note.title }));
      setLatest(note);
      reread([note.id]);
    },
    endSaved: (id: string, saved: Note | null): void => {
      setEditing(null);
      setFocus({ id, control: 'edit' });
      if (!saved) return;
      setNews(notesText('saved', { title: saved.title }));
      notes.put(saved);
    },
    endCancelled: (id: string): void => {
      setEditing(null);
      setFocus({ id, control: 'edit' });
      reread([id]);
    },
  };
}
