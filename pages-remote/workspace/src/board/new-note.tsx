import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import type { Note } from '../notes/note.ts';
import { addNote } from '../notes/notes-table.ts';
import { boardText } from './board-messages.ts';
import { useDraft } from './drafts.ts';
import { NoteForm } from './note-form.tsx';

interface NewNoteProps {
  readonly client: SupabaseClient;
  /** Id of the person who writes. */
  readonly person: string;
  readonly onAdded: (note: Note) => void;
}

/** The form for the next note. */
export function NewNote({ client, person, onAdded }: NewNoteProps) {
  const { draft, change, drop } = useDraft(person, null);
  return (
    <NoteForm
      onChange={change}
      onSubmit={async (text) => {
        const note = await addNote(client, { id: draft.id, ...text });
        drop();
        onAdded(note);
      }}
      submit={boardText('add')}
      text={draft}
    />
  );
}
