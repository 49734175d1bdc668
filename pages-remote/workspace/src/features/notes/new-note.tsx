import { Plus } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { showToast } from '@atrium/page-kit/site';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import type { Note } from '../../model/notes.ts';
import { saveDraft } from '../../sync/outbox.ts';
import { useDraft } from '../../sync/use-drafts.ts';
import { offerComposer } from './composer.ts';
import { NoteForm } from './note-form.tsx';
import { notesText } from './notes-messages.ts';
import classes from './notes.module.css';

interface NewNoteProps {
  readonly client: SupabaseClient;
  /** Id of the signed-in user. */
  readonly person: string;
  /** Board of the note; null for the user's first board. */
  readonly board: string | null;
  readonly onAdded: (note: Note) => void;
  /** Shown beside the button until the user begins the next note. */
  readonly notice?: ReactNode;
  /** Whether the form takes the focus when it mounts. */
  readonly autoFocus?: boolean;
}

/** The form for a new note. */
export function NewNote({ client, person, board, onAdded, notice, autoFocus = false }: NewNoteProps) {
  const place = { person, board, note: null };
  const { draft, change, drop } = useDraft(place, null);
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => offerComposer(() => form.current?.querySelector('input')?.focus()), []);
  useEffect(() => {
    if (autoFocus) form.current?.querySelector('input')?.focus();
  }, [autoFocus]);
  return (
    <div className={classes['composer']} ref={form}>
      <ComposerPlus />
      <NoteForm
        actions={draft.title === '' && draft.body === '' && notice}
        onChange={change}
        onSubmit={async (text) => {
          const outcome = await saveDraft(client, place, { ...draft, ...text });
          drop();
          if (outcome.kind === 'waiting') showToast({ tone: 'notice', text: notesText('waiting') });
          if (outcome.kind === 'saved') onAdded(outcome.note);
        }}
        placeholder={notesText('placeholder')}
        submit={notesText('add')}
        text={draft}
      />
      <kbd aria-hidden="true" className={classes['composerKey']}>
        C
      </kbd>
    </div>
  );
}

/** The plus at the start of the form for a new note. */
export function ComposerPlus() {
  return (
    <span aria-hidden="true" className={classes['plus']}>
      <Plus size={14} strokeWidth={2.5} />
    </span>
  );
}
