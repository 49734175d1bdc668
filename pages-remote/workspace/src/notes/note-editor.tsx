import { useState } from 'react';
import { Alert, Button } from '@atrium/page-kit/ui';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { baseOf, isChanged } from '../drafts/drafts.ts';
import { useDraft } from '../drafts/use-drafts.ts';
import { bothTexts } from './both-texts.ts';
import type { Note, NoteText } from './note.ts';
import { NoteForm } from './note-form.tsx';
import { notesText } from './notes-messages.ts';
import { Rival } from './rival.tsx';
import { saveDraft } from './save-draft.ts';

interface NoteEditorProps {
  readonly client: SupabaseClient;
  /** Id of the person who writes. */
  readonly person: string;
  /** The note as it was last read: newer while the person writes, where somebody else changed it. */
  readonly note: Note;
  /** Whether it is known that the note was deleted elsewhere. */
  readonly isGone?: boolean;
  /** Stored, or kept until there is a connection: then there is no note. */
  readonly onSaved: (note: Note | null) => void;
  /** Given up; what others have stored stays. */
  readonly onCancelled: () => void;
}

/** Changes the text of a note in its place. What somebody else stored meanwhile is shown, and never replaced unasked. */
export function NoteEditor({ client, person, note, isGone: wasGone = false, onSaved, onCancelled }: NoteEditorProps) {
  const place = { person, board: note.board, note: note.id };
  const [found, setFound] = useState<Note | 'gone' | null>(null);
  const [hasBoth, setHasBoth] = useState(false);
  const stored = found !== null && found !== 'gone' && (wasGone || found.version > note.version) ? found : note;
  const { draft, change, drop } = useDraft(place, stored);
  const isGone = found === null ? wasGone : found === 'gone';
  const isRival = !isGone && (stored.version !== draft.base?.version || (wasGone && stored === found)) && !(stored.title === draft.title && stored.body === draft.body);

  async function save(text: NoteText): Promise<void> {
    // Another version may be stored by now: there is nothing to replace it with.
    if (!isChanged(draft) && !isGone) return giveUp();
    const base = isRival ? baseOf(stored) : draft.base;
    const outcome = await saveDraft(client, place, { ...draft, ...text, base }, isGone);
    if (outcome.kind === 'saved') onSaved(outcome.note);
    else if (outcome.kind === 'waiting') onSaved(null);
    else setFound(outcome.kind === 'changed' ? outcome.note : 'gone');
  }

  /** Puts both texts into the form. Nothing is stored. */
  function takeBoth(): void {
    setHasBoth(true);
    change({ body: bothTexts(draft, stored), base: baseOf(stored) });
  }

  function giveUp(): void {
    drop();
    onCancelled();
  }

  return (
    <NoteForm
      actions={<Button onClick={giveUp}>{notesText(isRival ? 'takeTheirs' : 'cancel')}</Button>}
      alternative={isRival ? { label: notesText('keepMine'), onSubmit: save } : null}
      focusFor={note.id}
      notice={
        isGone || isRival ? (
          <Rival stored={isGone ? null : stored} />
        ) : (
          hasBoth && (
            <Alert tone="info">
              <p>{notesText('bothKept')}</p>
            </Alert>
          )
        )
      }
      onChange={change}
      onSubmit={isRival ? takeBoth : save}
      submit={notesText(isRival ? 'keepBoth' : 'save')}
      text={draft}
    />
  );
}
