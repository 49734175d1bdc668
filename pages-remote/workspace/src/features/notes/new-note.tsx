import { ListChecks, Plus } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { showToast } from '@atrium/page-kit/site';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import type { Note } from '../../model/notes.ts';
import { asWorkspaceError, WorkspaceError } from '../../model/workspace-error.ts';
import { draftAt, putDraft } from '../../sync/drafts.ts';
import { addDraft, saveDraft } from '../../sync/outbox.ts';
import { useDraft } from '../../sync/use-drafts.ts';
import { Action } from './menu-buttons.tsx';
import { offerCommand } from './note-commands.ts';
import { makeList } from './note-fields.tsx';
import { NoteForm } from './note-form.tsx';
import { notesText } from './notes-messages.ts';
import classes from './notes.module.css';

/** Whether shortcuts are with Command instead of Control. */
const IS_MAC = /Mac|iP(?:hone|ad)/.test(navigator.platform);

/** The files that the user has chosen for the next note. */
export interface NewNoteFiles {
  /** The tool with which files are chosen. */
  readonly button: ReactNode;
  /** Their names; false without files. */
  readonly list: ReactNode;
  /** Takes them out of the form. */
  readonly take: () => TakenFiles;
}

/** Files that belong to a note which is being stored. */
interface TakenFiles {
  /** Uploads them to their note once it is stored. */
  readonly upload: (note: Note) => void;
  /** Says that they are not stored, and why. */
  readonly giveUp: (failure: WorkspaceError) => void;
  /** Puts them back into the form, because the note was refused. */
  readonly putBack: () => void;
}

/** See {@link NewNoteForm}. */
export interface NewNoteFormProps {
  readonly client: SupabaseClient;
  /** Id of the signed-in user. */
  readonly person: string;
  readonly board: string;
  /** Whether the form has its tools although nothing is written in it. */
  readonly open: boolean;
  readonly files: NewNoteFiles;
  /** Shown beside the title until the user begins the next note. */
  readonly notice?: ReactNode;
  readonly onAdded: (note: Note) => void;
  /** Called when the note is stored or waits for a connection; with `takesNext`, when the form is free. */
  readonly onDone: () => void;
  /** Whether the next note can be written while one is being stored. */
  readonly takesNext?: boolean;
}

interface NewNoteProps extends Omit<NewNoteFormProps, 'open' | 'onDone' | 'takesNext'> {
  /** Whether the form takes the focus when it mounts, at the end of its text. */
  readonly autoFocus?: boolean;
}

/** The form for a new note: a line that grows when it is used. */
export function NewNote({ autoFocus = false, ...rest }: NewNoteProps) {
  const form = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => offerCommand('newNote', () => form.current?.querySelector('input')?.focus()), []);
  useEffect(() => {
    if (!autoFocus) return;
    const fields = [...(form.current?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input:not([hidden]), textarea') ?? [])];
    const field = fields.findLast(({ value }) => value !== '') ?? fields[0];
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  }, [autoFocus]);
  useEffect(() => {
    if (!isOpen) return;
    // When the form loses the focus would be too early: what the user is pressing would move away from the pointer.
    function closeIfLeft({ target }: Event): void {
      if (![target, document.activeElement].some((node) => node instanceof Node && form.current?.contains(node))) setOpen(false);
    }
    document.addEventListener('click', closeIfLeft);
    document.addEventListener('keyup', closeIfLeft);
    return () => {
      document.removeEventListener('click', closeIfLeft);
      document.removeEventListener('keyup', closeIfLeft);
    };
  }, [isOpen]);
  return (
    <div className={classes['composer']} onFocus={() => setOpen(true)} ref={form}>
      <ComposerPlus />
      <NewNoteForm
        {...rest}
        onDone={() => {
          // The button is part of what closes.
          if (form.current?.contains(document.activeElement)) form.current.querySelector('input')?.focus();
        }}
        open={isOpen}
        takesNext
      />
      {/* The notice is in its place. */}
      {!rest.notice && <ComposerKey />}
    </div>
  );
}

/** The fields and the buttons for a new note. The text is a draft until it is stored. */
export function NewNoteForm({ client, person, board, open, files, notice, onAdded, onDone, takesNext = false }: NewNoteFormProps) {
  const place = { person, board, note: null };
  const { draft, change, drop } = useDraft(place, null);
  const isEmpty = draft.title === '' && draft.body === '';
  const isOpen = open || !isEmpty || files.list !== false;
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  return (
    <NoteForm
      afterTitle={isEmpty && files.list === false && notice}
      onChange={change}
      onSubmit={async (text) => {
        const sent = { ...draft, ...text };
        const sentFiles = files.take();
        const storing = takesNext ? addDraft(client, person, sent) : saveDraft(client, place, sent);
        if (takesNext) {
          drop();
          onDone();
        }
        const outcome = await storing.catch((error: unknown) => {
          const isNextBegun = takesNext && draftAt(place) !== null;
          // The form would say so. The text is still a draft.
          if (!isShown.current || isNextBegun) showToast({ tone: 'error', text: `${notesText('sendRefused', { title: text.title })} ${asWorkspaceError(error).message}` });
          if (isNextBegun) return { kind: 'refused', failure: asWorkspaceError(error) } as const;
          sentFiles.putBack();
          if (takesNext) {
            putDraft({ ...place, note: sent.id }, null);
            change(sent);
          }
          throw error;
        });
        if (!takesNext) drop();
        if (outcome.kind === 'waiting') showToast({ tone: 'notice', text: notesText('waiting') });
        if (outcome.kind === 'saved') {
          onAdded(outcome.note);
          sentFiles.upload(outcome.note);
        } else {
          sentFiles.giveUp(whyWithoutFiles(outcome));
        }
        if (!takesNext) onDone();
      }}
      placeholder={notesText(isOpen ? 'fieldTitle' : 'placeholder')}
      submit={notesText('add')}
      takesNext={takesNext}
      text={draft}
      tools={
        isOpen && (
          <>
            {files.list}
            <div className={classes['tools']}>
              <Action label={notesText('checklist')} note={null} onClick={({ currentTarget }) => makeList(currentTarget.form)}>
                <ListChecks aria-hidden="true" size={16} />
              </Action>
              {files.button}
            </div>
            <kbd aria-hidden="true" className={classes['submitKey']}>
              {IS_MAC ? '⌘ ↵' : notesText('addKey')}
            </kbd>
          </>
        )
      }
    />
  );
}

/** The key that leads to the form for a new note, at its end. */
export function ComposerKey() {
  return (
    <kbd aria-hidden="true" className={classes['composerKey']}>
      C
    </kbd>
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

/** Why the files of a note are not stored. One that waits for a connection cannot have files yet. */
function whyWithoutFiles(outcome: { readonly kind: 'waiting' | 'changed' | 'gone' } | { readonly kind: 'refused'; readonly failure: WorkspaceError }): WorkspaceError {
  if (outcome.kind === 'refused') return outcome.failure;
  return new WorkspaceError(outcome.kind === 'waiting' ? 'unreachable' : outcome.kind, null);
}
