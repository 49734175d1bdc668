import { Alert, Button, Card, Skeleton } from '@atrium/page-kit/ui';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import type { Note } from '../notes/note.ts';
import { boardText } from './board-messages.ts';
import classes from './board.module.css';
import { NoteEditor } from './note-editor.tsx';
import { NoteItem } from './note-item.tsx';
import type { Notes } from './use-notes.ts';

interface NoteListProps {
  readonly client: SupabaseClient;
  /** Id of the person whose notes they are. */
  readonly person: string;
  readonly notes: Notes;
  /** Id of the note that is being changed. */
  readonly editing: string | null;
  /** Id of the note that takes the focus when it appears. */
  readonly focused: string | null;
  readonly onEdit: (id: string) => void;
  readonly onSaved: (note: Note) => void;
  readonly onCancelled: (id: string, stored: Note | null) => void;
  readonly onDelete: (note: Note) => Promise<void>;
  readonly onLoadMore: () => Promise<void>;
}

/** The notes that have been read, with the states before, between and after them. */
export function NoteList({ notes: { notes, more, loading, failure }, onLoadMore, ...rest }: NoteListProps) {
  return (
    <>
      {notes.length > 0 && (
        <ul className={classes['list']}>
          {notes.map((note) => (
            <li key={note.id}>
              <Card>
                <NoteEntry {...rest} note={note} />
              </Card>
            </li>
          ))}
        </ul>
      )}
      {notes.length === 0 && loading && <Skeleton lines={4} />}
      {notes.length === 0 && !loading && !failure && <Empty />}
      {failure && (
        <Alert>
          <p>{failure.message}</p>
          <div>
            <Button onClick={() => void onLoadMore()}>{boardText('retry')}</Button>
          </div>
        </Alert>
      )}
      {more && !failure && (
        <div>
          <Button busy={loading} onClick={() => void onLoadMore()}>
            {boardText('showMore')}
          </Button>
        </div>
      )}
    </>
  );
}

interface NoteEntryProps extends Omit<NoteListProps, 'notes' | 'onLoadMore'> {
  readonly note: Note;
}

function NoteEntry({ note, client, person, editing, focused, onEdit, onSaved, onCancelled, onDelete }: NoteEntryProps) {
  if (note.id === editing) {
    return (
      <NoteEditor
        client={client}
        note={note}
        onCancelled={(stored) => {
          onCancelled(note.id, stored);
        }}
        onSaved={onSaved}
        person={person}
      />
    );
  }
  return (
    <NoteItem
      note={note}
      onDelete={() => onDelete(note)}
      onEdit={() => {
        onEdit(note.id);
      }}
      takesFocus={note.id === focused}
    />
  );
}

function Empty() {
  return (
    <div className={classes['empty']}>
      <h2>{boardText('empty')}</h2>
      <p className="atrium-muted">{boardText('emptyAdvice')}</p>
    </div>
  );
}
