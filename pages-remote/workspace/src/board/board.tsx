import { useState } from 'react';
import { Card } from '@atrium/page-kit/ui';
import { useAuth, useSupabase } from 'auth/auth';
import type { Note } from '../notes/note.ts';
import { addNote, removeNote } from '../notes/notes-table.ts';
import { boardText } from './board-messages.ts';
import classes from './board.module.css';
import { DeletedNote } from './deleted-note.tsx';
import { unfinishedEdit } from './drafts.ts';
import { NewNote } from './new-note.tsx';
import { NoteList } from './note-list.tsx';
import { useNotes } from './use-notes.ts';

/** The notes of the signed-in person, and the form for the next one. One form is open at a time. */
export function Board() {
  const client = useSupabase();
  const person = useAuth((auth) => auth.user?.id) ?? '';
  const notes = useNotes(client);
  const [editing, setEditing] = useState(() => unfinishedEdit(person));
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

  const isEditing = notes.notes.some((note) => note.id === editing);
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
        <NoteList
          client={client}
          editing={editing}
          focused={focused}
          notes={notes}
          onCancelled={(id, stored) => {
            if (stored) notes.put(stored);
            else notes.drop(id);
            endEdit(id);
          }}
          onDelete={async (note) => {
            await removeNote(client, note.id);
            notes.drop(note.id);
            setNews('');
            setDeleted(note);
          }}
          onEdit={setEditing}
          onLoadMore={async () => {
            const first = await notes.load();
            setFocused(first?.id ?? null);
          }}
          onSaved={(note) => {
            notes.put(note);
            tell(boardText('saved', { title: note.title }));
            endEdit(note.id);
          }}
          person={person}
        />
      </section>
    </div>
  );
}
