import { useState } from 'react';
import { Alert, Button, Card } from '@atrium/page-kit/ui';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import type { Note } from '../../model/notes.ts';
import { draftAt, putDraft, type Draft } from '../../sync/drafts.ts';
import { isBeingAdded, saveDraft } from '../../sync/outbox.ts';
import { useDraft, useDrafts } from '../../sync/use-drafts.ts';
import { NoteForm } from './note-form.tsx';
import { notesText } from './notes-messages.ts';
import classes from './notes.module.css';

interface UnsentNotesProps {
  readonly client: SupabaseClient;
  readonly person: string;
  readonly board: string;
  readonly onAdded: (note: Note) => void;
}

/** New notes that are not stored yet: they wait for a connection, or were refused when it came back. */
export function UnsentNotes({ board, ...rest }: UnsentNotesProps) {
  const inForm = draftAt({ person: rest.person, board, note: null })?.id;
  const unsent = useDrafts(rest.person).filter((draft) => draft.board === board && !draft.base && draft.id !== inForm && !isBeingAdded(draft.id));
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
            // An empty change: a draft that is being edited no longer waits to be sent.
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
