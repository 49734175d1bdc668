import { useState } from 'react';
import { Alert, Button, Card } from '@atrium/page-kit/ui';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { draftAt, putDraft } from '../drafts/drafts.ts';
import type { Draft } from '../drafts/kept-drafts.ts';
import { useDraft, useDrafts } from '../drafts/use-drafts.ts';
import type { Note } from './note.ts';
import { NoteForm } from './note-form.tsx';
import { notesText } from './notes-messages.ts';
import classes from './notes.module.css';
import { saveDraft } from './save-draft.ts';

interface UnsentNotesProps {
  readonly client: SupabaseClient;
  readonly person: string;
  /** Board of the notes; null for those that go to the person's first one. */
  readonly board: string | null;
  readonly onAdded: (note: Note) => void;
}

/** New notes that could not be stored yet: they wait for a connection, or were refused when it came back. */
export function UnsentNotes({ board, ...rest }: UnsentNotesProps) {
  const inForm = draftAt({ person: rest.person, board, note: null })?.id;
  const unsent = useDrafts(rest.person).filter((draft) => draft.board === board && !draft.base && draft.id !== inForm);
  return unsent.map((draft) => (
    <Card key={draft.id}>
      <UnsentNote {...rest} board={board} unsent={draft} />
    </Card>
  ));
}

function UnsentNote({ client, person, board, unsent, onAdded }: UnsentNotesProps & { readonly unsent: Draft }) {
  const place = { person, board, note: unsent.id };
  const { draft, change, drop } = useDraft(place, null);
  const [editing, setEditing] = useState(false);
  if (editing) {
    return (
      <NoteForm
        actions={<Button onClick={drop}>{notesText('discard')}</Button>}
        focusFor={unsent.id}
        onChange={change}
        onSubmit={async (text) => {
          const outcome = await saveDraft(client, place, { ...draft, ...text });
          if (outcome.kind === 'saved') onAdded(outcome.note);
          setEditing(false);
        }}
        submit={notesText('add')}
        text={draft}
      />
    );
  }
  return (
    <>
      <h2>{unsent.title}</h2>
      {unsent.body !== '' && <p className={classes['body']}>{unsent.body}</p>}
      <Alert tone="info">
        <p>{notesText(unsent.waiting ? 'waiting' : 'refusedHeading')}</p>
      </Alert>
      <div className="atrium-row">
        <Button
          className="atrium-button-small"
          onClick={() => {
            // Not sent while it is being changed.
            change({});
            setEditing(true);
          }}
        >
          {notesText('continueWriting')} <span className="atrium-visually-hidden">{unsent.title}</span>
        </Button>
        <Button className="atrium-button-small" onClick={() => putDraft(place, null)}>
          {notesText('discard')} <span className="atrium-visually-hidden">{unsent.title}</span>
        </Button>
      </div>
    </>
  );
}
