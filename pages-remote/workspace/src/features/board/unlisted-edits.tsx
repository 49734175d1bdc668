import { useQuery } from '@tanstack/react-query';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { Card } from '@atrium/page-kit/ui';
import { findNote, type Note } from '../../model/notes.ts';
import type { Draft } from '../../sync/drafts.ts';
import { queryKeys } from '../../sync/query-keys.ts';
import { NoteEditor } from '../notes/note-editor.tsx';

interface UnlistedEditsProps {
  readonly client: SupabaseClient;
  readonly person: string;
  /** The user's edits of notes that the list does not show: the notes are deleted, filtered out or not loaded. */
  readonly drafts: readonly Draft[];
  readonly onSaved: (note: Note) => void;
  readonly onClosed: (id: string, saved: Note | null) => void;
  readonly onCancelled: (id: string) => void;
}

/** An editor for the first edit that the list has no place for. */
export function UnlistedEdits({ client, person, drafts, onSaved, onClosed, onCancelled }: UnlistedEditsProps) {
  const [draft] = drafts;
  const id = draft?.id ?? '';
  const stored = useQuery({
    queryKey: queryKeys.unlistedNote(draft?.board ?? '', id),
    queryFn: async () => (await findNote(client, id)) ?? null,
    enabled: draft !== undefined,
  });
  if (!draft) return null;
  return (
    <Card key={id}>
      <NoteEditor
        client={client}
        isGone={stored.data === null}
        // The user's text stays here if the note has moved to another board.
        note={stored.data ? { ...stored.data, board: draft.board } : noteOfBase(draft)}
        onCancelled={() => onCancelled(id)}
        onClosed={(saved) => onClosed(id, saved)}
        onSaved={onSaved}
        person={person}
      />
    </Card>
  );
}

/** Stands in for a note that is deleted or could not be read: the draft knows its text, and the rest is not shown. */
function noteOfBase({ id, board, base }: Draft): Note {
  const rest = { done: false, position: '', author: null, edited_by: null, edited_at: null, created_at: '', updated_at: '', workspace_attachments: [] };
  return { id, board, title: base?.title ?? '', body: base?.body ?? '', version: base?.version ?? 0, ...rest };
}
