import { useState } from 'react';
import { Card } from '@atrium/page-kit/ui';
import { useAuth, useSupabase } from 'auth/auth';
import type { Note } from '../notes/note.ts';
import { addNote, removeNote } from '../notes/notes-table.ts';
import { boardText } from './board-messages.ts';
import classes from './board.module.css';
import { DeletedNote } from './deleted-note.tsx';
import { dropDraft, unfinishedEdits } from './drafts.ts';
import { NewNote } from './new-note.tsx';
import { NoteEditor } from './note-editor.tsx';
import { NoteList } from './note-list.tsx';
import { useNotes } from './use-notes.ts';

/** The notes of the signed-in person, and the form for the next one. One form is open at a time. */
export function Board() {
  const client = useSupabase();
  const person = useAuth((auth) => auth.user?.id) ?? '';
  const notes = useNotes(client);
  const [editing, setEditing] = useState(() => unfinishedEdits(person)[0]?.id ?? null);
  const [focused, setFocused] = useState<string | null>(null);
  const [deleted, setDeleted] = useState<Note | null>(null);
  const [news, setNews] = useState('');

  /** One change is made and told at a time: what was told before goes. */
  function tell(text: string): void {
    setDeleted(null);
    setNews(text);
  }

  function endEdit(id: string): void {
    setEditing(null);
    setFocused(id);
  }

  function endSaved(note: Note): void {
    notes.put(note);
    tell(boardText('saved', { title: note.title }));
    endEdit(note.id);
  }

  function endCancelled(id: string, stored: Note | null): void {
    if (stored) notes.put(stored);
    else notes.drop(id);
    endEdit(id);
  }

  const isListed = (id: string | null) => notes.notes.some((note) => note.id === id);
  // What was written into a note that is gone would be unsaved where nobody finds it.
  const lost = notes.complete && !isListed(editing) ? unfinishedEdits(person).find(({ id }) => !isListed(id)) : undefined;
  const isEditing = lost !== undefined || isListed(editing);
  return (
    <div className={classes['board']}>
      <section className={classes[isEditing ? 'asideIdle' : 'aside']}>
        <Card>
          <h2>{boardText('addHeading')}</h2>
          {isEditing ? (
            <p className="atrium-muted">{boardText('busyEditing')}</p>
          ) : (
            <NewNote
              client={client}
              onAdded={(note) => {
                notes.put(note);
                tell(boardText('added', { title: note.title }));
              }}
              person={person}
            />
          )}
        </Card>
      </section>
      <section className="atrium-stack">
        <p className="atrium-visually-hidden" role="status">
          {news}
        </p>
        {deleted && (
          <DeletedNote
            key={deleted.id}
            note={deleted}
            onUndo={async () => {
              const restored = await addNote(client, deleted);
              notes.put(restored);
              setFocused(restored.id);
              tell(boardText('restored', { title: restored.title }));
            }}
          />
        )}
        {lost && (
          <Card key={lost.id}>
            <NoteEditor
              client={client}
              isGone
              note={lost}
              onCancelled={(stored) => {
                endCancelled(lost.id, stored);
              }}
              onSaved={endSaved}
              person={person}
            />
          </Card>
        )}
        <NoteList
          client={client}
          editing={editing}
          focused={focused}
          notes={notes}
          onCancelled={endCancelled}
          onDelete={async (note) => {
            await removeNote(client, note.id);
            dropDraft(person, note.id);
            notes.drop(note.id);
            setNews('');
            setDeleted(note);
          }}
          onEdit={setEditing}
          onLoadMore={async () => {
            const first = await notes.load();
            setFocused(first?.id ?? null);
          }}
          onSaved={endSaved}
          person={person}
        />
      </section>
    </div>
  );
}
