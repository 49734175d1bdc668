import { useQuery } from '@tanstack/react-query';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { Card } from '@atrium/page-kit/ui';
import { queryKeys } from '../data/query-keys.ts';
import type { Draft } from '../drafts/kept-drafts.ts';
import type { Note } from './note.ts';
import { NoteEditor } from './note-editor.tsx';
import { findNote } from './notes-table.ts';

interface UnlistedEditsProps {
  readonly client: SupabaseClient;
  readonly person: string;
  /** What the person wrote into notes that the list does not show: they are gone, or not among those that have been read. */
  readonly drafts: readonly Draft[];
  readonly onSaved: (id: string, note: Note | null) => void;
  readonly onCancelled: (id: string) => void;
}

/** The first of the edits that would otherwise be unsaved where nobody finds them. */
export function UnlistedEdits({ client, person, drafts, onSaved, onCancelled }: UnlistedEditsProps) {
  const [draft] = drafts;
  const id = draft?.id ?? '';
  const stored = useQuery({
    queryKey: [...queryKeys.onBoard(draft?.board ?? ''), 'unlisted', id],
    queryFn: async () => (await findNote(client, id)) ?? null,
    enabled: draft !== undefined,
  });
  if (!draft) return null;
  return (
    <Card key={id}>
      <NoteEditor
        client={client}
        isGone={stored.data === null}
        note={stored.data ?? asBegun(draft)}
        onCancelled={() => onCancelled(id)}
        onSaved={(note) => onSaved(id, note)}
        person={person}
      />
    </Card>
  );
}

/** A note that is gone, or cannot be read, as far as it is known from what was begun with it. */
function asBegun({ id, board, base }: Draft): Note {
  const nothing = { done: false, position: '', author: null, created_at: '', updated_at: '', workspace_attachments: [] };
  return { id, board: board ?? '', title: base?.title ?? '', body: base?.body ?? '', version: base?.version ?? 0, ...nothing };
}
