import { Plus } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { showToast } from '@atrium/page-kit/site';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import type { Note } from '../../model/notes.ts';
import { asWorkspaceError } from '../../model/workspace-error.ts';
import { saveDraft } from '../../sync/outbox.ts';
import { useDraft } from '../../sync/use-drafts.ts';
import { offerCommand } from './note-commands.ts';
import { NoteForm } from './note-form.tsx';
import { notesText } from './notes-messages.ts';
import classes from './notes.module.css';

interface NewNoteProps {
  readonly client: SupabaseClient;
  /** Id of the signed-in user. */
  readonly person: string;
  readonly board: string;
  readonly onAdded: (note: Note) => void;
  /** Shown beside the button until the user begins the next note. */
  readonly notice?: ReactNode;
  /** Whether the form takes the focus when it mounts, at the end of its text. */
  readonly autoFocus?: boolean;
}

/** The form for a new note: a line that grows when it is used. */
export function NewNote({ onAdded, notice, autoFocus = false, ...rest }: NewNoteProps) {
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => offerCommand('newNote', () => form.current?.querySelector('input')?.focus()), []);
  useEffect(() => {
    if (!autoFocus) return;
    const fields = [...(form.current?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea') ?? [])];
    const field = fields.findLast(({ value }) => value !== '') ?? fields[0];
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  }, [autoFocus]);
  return (
    <div className={classes['composer']} ref={form}>
      <ComposerPlus />
      <NewNoteForm
        {...rest}
        notice={notice}
        onStored={(note) => {
          if (note) onAdded(note);
        }}
      />
      <kbd aria-hidden="true" className={classes['composerKey']}>
        C
      </kbd>
    </div>
  );
}

interface NewNoteFormProps extends Pick<NewNoteProps, 'client' | 'person' | 'board' | 'notice'> {
  /** Called with the stored note, or with null if it waits for a connection. */
  readonly onStored: (note: Note | null) => void;
  /** Shown before the button. */
  readonly tools?: ReactNode;
}

/** The fields and the button for a new note. The text is a draft until it is stored. */
export function NewNoteForm({ client, person, board, notice, onStored, tools }: NewNoteFormProps) {
  const place = { person, board, note: null };
  const { draft, change, drop } = useDraft(place, null);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return (
    <NoteForm
      actions={draft.title === '' && draft.body === '' && notice}
      onChange={change}
      onSubmit={async (text) => {
        const outcome = await saveDraft(client, place, { ...draft, ...text }).catch((error: unknown) => {
          // The form would say so. Its text is still a draft.
          if (!isShown.current) showToast({ tone: 'error', text: `${notesText('sendRefused', { title: text.title })} ${asWorkspaceError(error).message}` });
          throw error;
        });
        drop();
        if (outcome.kind === 'waiting') showToast({ tone: 'notice', text: notesText('waiting') });
        onStored(outcome.kind === 'saved' ? outcome.note : null);
      }}
      // The sheet has a heading that says what to do.
      placeholder={notesText(tools === undefined ? 'placeholder' : 'fieldTitle')}
      submit={notesText('add')}
      text={draft}
      tools={tools}
    />
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
