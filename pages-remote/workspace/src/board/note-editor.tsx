import { useState } from 'react';
import { Alert, Button } from '@atrium/page-kit/ui';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import type { Note, NoteText } from '../notes/note.ts';
import { addNote, saveNote } from '../notes/notes-table.ts';
import { boardText } from './board-messages.ts';
import classes from './board.module.css';
import { useDraft } from './drafts.ts';
import { NoteForm } from './note-form.tsx';

interface NoteEditorProps {
  readonly client: SupabaseClient;
  /** Id of the person who writes. */
  readonly person: string;
  readonly note: Note;
  /** Whether it is known that the note was deleted elsewhere. */
  readonly isGone?: boolean;
  readonly onSaved: (note: Note) => void;
  /** Given up. With what is stored now, where that is known to be something else; null where the note is gone. */
  readonly onCancelled: (stored: Note | null) => void;
}

/** Changes a note in its place. What another tab stored meanwhile is shown, and never replaced unasked. */
export function NoteEditor({ client, person, note, isGone = false, onSaved, onCancelled }: NoteEditorProps) {
  const { draft, change, drop } = useDraft(person, note);
  const [rival, setRival] = useState<Note | 'gone' | null>(isGone ? 'gone' : null);
  const base = draft.base ?? note;

  async function save(text: NoteText): Promise<void> {
    const outcome =
      rival === 'gone'
        ? { kind: 'saved' as const, note: await addNote(client, { id: base.id, ...text }) }
        : await saveNote(client, base, text);
    if (outcome.kind === 'saved') {
      drop();
      onSaved(outcome.note);
    } else if (outcome.kind === 'changed') {
      setRival(outcome.note);
      // The next try is made knowing this state.
      change({ base: outcome.note });
    } else {
      setRival('gone');
    }
  }

  return (
    <NoteForm
      actions={
        <Button
          onClick={() => {
            drop();
            onCancelled(rival === 'gone' ? null : (rival ?? base));
          }}
        >
          {boardText('cancel')}
        </Button>
      }
      autoFocus
      notice={rival && <Rival stored={rival} />}
      onChange={change}
      onSubmit={save}
      submit={boardText('save')}
      text={draft}
    />
  );
}

function Rival({ stored }: { readonly stored: Note | 'gone' }) {
  if (stored === 'gone') {
    return (
      <Alert>
        <p>{boardText('gone')}</p>
      </Alert>
    );
  }
  return (
    <Alert>
      <p>{boardText('changed')}</p>
      <blockquote className={classes['rival']}>
        <p>
          <strong>{stored.title}</strong>
        </p>
        <p className={classes['body']}>{stored.body}</p>
      </blockquote>
      <p>{boardText('changedAdvice')}</p>
    </Alert>
  );
}
