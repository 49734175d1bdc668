import { useState } from 'react';
import { Alert, Button } from '@atrium/page-kit/ui';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import type { Note, NoteText } from '../../model/notes.ts';
import { workspaceText } from '../../model/workspace-messages.ts';
import { baseOf, isChanged } from '../../sync/drafts.ts';
import { saveDraft } from '../../sync/outbox.ts';
import { useDraft } from '../../sync/use-drafts.ts';
import { NoteForm } from './note-form.tsx';
import { notesText } from './notes-messages.ts';
import classes from './notes.module.css';

interface NoteEditorProps {
  readonly client: SupabaseClient;
  /** Id of the signed-in user. */
  readonly person: string;
  /** The note as last fetched. It is newer than the draft's base if another user changed it. */
  readonly note: Note;
  /** Whether the note is known to be deleted. */
  readonly isGone?: boolean;
  /** Called with the stored note, or with null if the draft waits for a connection. */
  readonly onSaved: (note: Note | null) => void;
  /** Called when the user discards their text. The stored note stays. */
  readonly onCancelled: () => void;
}

/** Edits the text of a note in place. If the stored text changed meanwhile, shows it and lets the user choose. */
export function NoteEditor({ client, person, note, isGone: wasGone = false, onSaved, onCancelled }: NoteEditorProps) {
  const place = { person, board: note.board, note: note.id };
  const [found, setFound] = useState<Note | 'gone' | null>(null);
  const [hasBoth, setHasBoth] = useState(false);
  const stored = found !== null && found !== 'gone' && (wasGone || found.version > note.version) ? found : note;
  const { draft, change, drop } = useDraft(place, stored);
  const isGone = found === null ? wasGone : found === 'gone';
  const hasConflict = !isGone && (stored.version !== draft.base?.version || (wasGone && stored === found)) && !(stored.title === draft.title && stored.body === draft.body);

  async function save(text: NoteText): Promise<void> {
    // The user changed nothing, so there is nothing to store. Another user may have stored a newer version.
    if (!isChanged(draft) && !isGone) return cancel();
    const base = hasConflict ? baseOf(stored) : draft.base;
    const outcome = await saveDraft(client, place, { ...draft, ...text, base }, isGone);
    if (outcome.kind === 'saved') onSaved(outcome.note);
    else if (outcome.kind === 'waiting') onSaved(null);
    else setFound(outcome.kind === 'changed' ? outcome.note : 'gone');
  }

  /** Puts both texts into the form without storing them. */
  function keepBoth(): void {
    setHasBoth(true);
    change({ body: bothTexts(draft, stored), base: baseOf(stored) });
  }

  function cancel(): void {
    drop();
    onCancelled();
  }

  return (
    <NoteForm
      actions={<Button onClick={cancel}>{hasConflict ? notesText('takeTheirs') : workspaceText('cancel')}</Button>}
      alternative={hasConflict ? { label: notesText('keepMine'), onSubmit: save } : null}
      focusFor={note.id}
      notice={
        isGone || hasConflict ? (
          <Conflict stored={isGone ? null : stored} />
        ) : (
          hasBoth && (
            <Alert tone="info">
              <p>{notesText('bothKept')}</p>
            </Alert>
          )
        )
      }
      onChange={change}
      onSubmit={hasConflict ? keepBoth : save}
      submit={notesText(hasConflict ? 'keepBoth' : 'save')}
      text={draft}
    />
  );
}

/** The user's body, followed by the title and the body of the other text where they differ. */
function bothTexts(mine: NoteText, theirs: NoteText): string {
  const parts = [mine.body, theirs.title === mine.title.trim() ? '' : theirs.title, theirs.body === mine.body ? '' : theirs.body];
  return parts.filter((part) => part !== '').join('\n\n');
}

/** Shows what is stored beside the user's text; null if the note was deleted. */
function Conflict({ stored }: { readonly stored: NoteText | null }) {
  if (!stored) {
    return (
      <Alert>
        <p>{notesText('gone')}</p>
      </Alert>
    );
  }
  return (
    <Alert>
      <p>{notesText('changed')}</p>
      <blockquote className={classes['conflict']}>
        <p dir="auto">
          <strong>{stored.title}</strong>
        </p>
        <p className={classes['body']} dir="auto">{stored.body}</p>
      </blockquote>
      <p>{notesText('changedAdvice')}</p>
    </Alert>
  );
}
