import type { ReactNode } from 'react';
import { showToast } from '@atrium/page-kit/site';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { useDraft } from '../drafts/use-drafts.ts';
import type { Note } from './note.ts';
import { NoteForm } from './note-form.tsx';
import { notesText } from './notes-messages.ts';
import { saveDraft } from './save-draft.ts';

interface NewNoteProps {
  readonly client: SupabaseClient;
  /** Id of the person who writes. */
  readonly person: string;
  /** Board that the note goes to; null for the person's first one. */
  readonly board: string | null;
  readonly onAdded: (note: Note) => void;
  /** What stands beside the button until the next note is begun. */
  readonly news?: ReactNode;
}

/** The form for the next note. */
export function NewNote({ client, person, board, onAdded, news }: NewNoteProps) {
  const place = { person, board, note: null };
  const { draft, change, drop } = useDraft(place, null);
  return (
    <NoteForm
      actions={draft.title === '' && draft.body === '' && news}
      onChange={change}
      onSubmit={async (text) => {
        const outcome = await saveDraft(client, place, { ...draft, ...text });
        drop();
        if (outcome.kind === 'waiting') showToast({ tone: 'notice', text: notesText('waiting') });
        if (outcome.kind === 'saved') onAdded(outcome.note);
      }}
      submit={notesText('add')}
      text={draft}
    />
  );
}
