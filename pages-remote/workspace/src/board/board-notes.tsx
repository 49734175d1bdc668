import { useState } from 'react';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { Alert, Button, Card, Skeleton } from '@atrium/page-kit/ui';
import { LazyPart } from '../data/lazy-part.tsx';
import { Outbox } from '../drafts/outbox-watch.tsx';
import { useDrafts } from '../drafts/use-drafts.ts';
import type { Note } from '../notes/note.ts';
import { AddedNote } from '../notes/added-note.tsx';
import { EmptyNotes } from '../notes/empty-notes.tsx';
import { NewNote } from '../notes/new-note.tsx';
import { NoteEditor } from '../notes/note-editor.tsx';
import { NoteList } from '../notes/note-list.tsx';
import { notesText } from '../notes/notes-messages.ts';
import { NotesToolbar } from '../notes/notes-toolbar.tsx';
import { showsAll, type NotesView } from '../notes/notes-view.ts';
import classes from '../notes/notes.module.css';
import { PrintedPart } from '../notes/printed-part.tsx';
import { UnlistedEdits } from '../notes/unlisted-edits.tsx';
import { UnsentNotes } from '../notes/unsent-notes.tsx';
import type { NotesListState } from '../notes/use-notes-list.ts';
import { useListWork } from './use-list-work.ts';

interface BoardNotesProps {
  readonly client: SupabaseClient;
  readonly person: string;
  readonly board: string;
  readonly notes: NotesListState;
  readonly view: NotesView;
  readonly changeView: (change: Partial<NotesView>) => void;
  readonly authorOf: (note: Note) => string | null;
  /** Whether the live connection stands. */
  readonly live: boolean;
}

const loadFiles = () => import('../files/note-files.tsx').then(({ NoteFiles }) => NoteFiles);

/** The notes of a board, and the form for the next one. One form is open at a time. */
export function BoardNotes({ client, person, board, notes, view, changeView, authorOf, live }: BoardNotesProps) {
  const { list, failure, moreFailure } = notes;
  const drafts = useDrafts(person).filter((draft) => draft.board === board);
  const [filesOpen, setFilesOpen] = useState<ReadonlySet<string>>(new Set());
  const work = useListWork({ client, person, board, notes, setFilesOpen });
  const { editing, setEditing, focus, news, actions, endSaved, endCancelled, added, latest, showLatest } = work;
  // A note alone need not be searched for. Once there, it stays: it may go from under somebody's fingers otherwise.
  const [isSearchable, setSearchable] = useState(false);
  if (!isSearchable && ((list?.notes.length ?? 0) > 1 || !showsAll(view))) setSearchable(true);
  const isListed = (id: string | null) => list?.notes.some((note) => note.id === id) ?? false;
  const unlisted = drafts.filter(({ id, base, waiting }) => base && !waiting && list && !isListed(id));
  const isEditing = isListed(editing) || unlisted.length > 0;
  return (
    <div className={classes['board']}>
      <Outbox client={client} live={live} onClash={setEditing} onGoesOn={({ id }) => setEditing(id)} person={person} />
      <section className={classes[isEditing ? 'asideIdle' : 'aside']}>
        <Card>
          <h2>{notesText('addHeading')}</h2>
          {isEditing ? (
            <p className="atrium-muted">{notesText('busyEditing')}</p>
          ) : (
            <NewNote
              board={board}
              client={client}
              news={latest && <AddedNote onShow={isListed(latest.id) ? showLatest : null} title={latest.title} />}
              onAdded={added}
              person={person}
            />
          )}
        </Card>
      </section>
      <section className="atrium-stack">
        <p className="atrium-visually-hidden" role="status">
          {news}
        </p>
        {isSearchable && <NotesToolbar onChange={changeView} view={view} />}
        <UnsentNotes board={board} client={client} onAdded={added} person={person} />
        <UnlistedEdits client={client} drafts={unlisted} onCancelled={endCancelled} onSaved={endSaved} person={person} />
        {failure && (
          <Alert>
            <p>{failure.message}</p>
            <div>
              <Button onClick={notes.retry}>{notesText('retry')}</Button>
            </div>
          </Alert>
        )}
        {notes.loading && <Skeleton lines={4} />}
        {list?.notes.length === 0 && <EmptyNotes all={showsAll(view)} onShowAll={() => changeView({ search: '', state: 'all', mine: false, withFiles: false })} />}
        {list && list.notes.length > 0 && (
          <NoteList
            actions={actions}
            authorOf={authorOf}
            canArrange={view.order === 'own' && showsAll(view)}
            drafts={drafts}
            editing={editing}
            editor={(note) => (
              <NoteEditor client={client} note={note} onCancelled={() => endCancelled(note.id)} onSaved={(saved) => endSaved(note.id, saved)} person={person} />
            )}
            files={(note) => <LazyPart load={loadFiles} props={{ client, note, onChanged: () => void notes.refresh([note.id]) }} />}
            filesOpen={filesOpen}
            focus={focus}
            list={list}
            onNearEnd={notes.loadMore}
            showsChange={view.order === 'changed'}
          />
        )}
        {list && <PrintedPart list={list} />}
        {notes.loadingMore && <p role="status">{notesText('loadingMore')}</p>}
        {moreFailure && (
          <Alert>
            <p>{moreFailure.message}</p>
            <div>
              <Button onClick={notes.loadMore}>{notesText('retry')}</Button>
            </div>
          </Alert>
        )}
      </section>
    </div>
  );
}
