import { useState, type ReactNode } from 'react';
import type { Draft } from '../drafts/kept-drafts.ts';
import type { Note } from './note.ts';
import type { NoteActions, NoteControl } from './note-actions.ts';
import { NoteItem } from './note-item.tsx';
import type { NotesList } from './notes-list.ts';
import { notesText } from './notes-messages.ts';
import classes from './notes.module.css';
import { useDrag } from './use-drag.ts';
import { useVirtualNotes } from './use-virtual-notes.ts';

interface NoteListProps {
  readonly list: NotesList;
  readonly drafts: readonly Draft[];
  /** Id of the note that is being changed, and its form. */
  readonly editing: string | null;
  readonly editor: (note: Note) => ReactNode;
  /** The control that takes the focus now. */
  readonly focus: { readonly id: string; readonly control: NoteControl } | null;
  /** Whether the notes can be arranged. */
  readonly canArrange: boolean;
  /** Whether it is said when notes were changed, and not when they were written. */
  readonly showsChange: boolean;
  readonly filesOpen: ReadonlySet<string>;
  readonly files: (note: Note) => ReactNode;
  readonly authorOf: (note: Note) => string | null;
  readonly actions: NoteActions;
  readonly onNearEnd: () => void;
}

/** The notes that have been read, of which those in the window are drawn. */
export function NoteList({ list, drafts, editing, editor, focus, canArrange, showsChange, filesOpen, files, authorOf, actions, onNearEnd }: NoteListProps) {
  const { notes } = list;
  // One note has no other place.
  const isArranged = canArrange && list.total > 1;
  const [focused, setFocused] = useState<string | null>(null);
  // Files on their way are given up when their row goes.
  const kept = new Set([editing, focused, focus?.id, ...filesOpen].filter((id) => id !== null && id !== undefined));
  const { list: element, virtualizer, margin } = useVirtualNotes(notes, editing, kept, onNearEnd);
  const { drag, handle } = useDrag(virtualizer, ({ from, to }) => {
    const note = notes[from];
    if (note) actions.move(note, to);
  });
  return (
    <ul
      aria-label={notesText('listLabel')}
      className={classes['list']}
      onBlur={() => setFocused(null)}
      onFocus={({ target }) => setFocused(target.closest('li')?.dataset['note'] ?? null)}
      ref={element}
      // The roles are said, because Safari takes them from lists without bullets.
      role="list"
      style={{ height: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().map(({ index, key, start }) => {
        const note = notes[index];
        if (!note) return null;
        return (
          <li
            aria-posinset={index + 1}
            aria-setsize={list.total}
            className={classes['row']}
            data-drop={drag && drag.to === index && drag.from !== index ? (drag.to > drag.from ? 'after' : 'before') : undefined}
            data-index={index}
            data-note={note.id}
            key={key}
            ref={virtualizer.measureElement}
            style={{ transform: `translateY(${start - margin}px)` }}
          >
            <div className={`atrium-card ${classes['card']} ${drag?.from === index ? classes['dragged'] : ''}`}>
              {isArranged && editing !== note.id && (
                <span aria-hidden="true" className={classes['handle']} title={notesText('drag')} {...handle(index)} />
              )}
              {editing === note.id ? (
                editor(note)
              ) : (
                <NoteItem
                  actions={actions}
                  author={authorOf(note)}
                  draft={drafts.find(({ id }) => id === note.id)}
                  filesOpen={filesOpen.has(note.id)}
                  focus={focus?.id === note.id ? focus.control : null}
                  note={note}
                  place={isArranged ? placeOf(index, list.total) : null}
                  showsChange={showsChange}
                />
              )}
              {filesOpen.has(note.id) && files(note)}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

function placeOf(index: number, total: number): 'first' | 'between' | 'last' {
  return index === 0 ? 'first' : index === total - 1 ? 'last' : 'between';
}
