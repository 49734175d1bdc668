import { useEffect, useEffectEvent, useState, type ClipboardEvent, type DragEvent, type KeyboardEvent, type PointerEvent, type ReactNode, type RefObject } from 'react';
import { showToast } from '@atrium/page-kit/site';
import type { NotesList } from '../../model/notes-list.ts';
import type { Note } from '../../model/notes.ts';
import type { Draft } from '../../sync/drafts.ts';
import { focusControl, type NoteActions, type NoteControl } from './menu-buttons.tsx';
import { offerCommand } from './note-commands.ts';
import { DoneBox, NoteItem, type Author } from './note-item.tsx';
import { notesText } from './notes-messages.ts';
import classes from './notes.module.css';
import { useVirtualNotes, type NotesVirtualizer } from './use-virtual-notes.ts';

interface NoteListProps {
  readonly list: NotesList;
  readonly drafts: readonly Draft[];
  /** Id of the note that is being edited. */
  readonly editing: string | null;
  readonly editor: (note: Note) => ReactNode;
  /** The control to focus now. */
  readonly focus: { readonly id: string; readonly control: NoteControl } | null;
  /** Whether the user may change the notes. */
  readonly canWrite: boolean;
  /** Whether the notes can be rearranged. */
  readonly canArrange: boolean;
  /** Whether to show the times of the last changes instead of the creation. */
  readonly showsChange: boolean;
  readonly filesOpen: ReadonlySet<string>;
  readonly files: (note: Note) => ReactNode;
  /** Gives the name and the picture of a person; null if only one person writes on the board. */
  readonly personOf: ((person: string | null) => Author) | null;
  readonly actions: NoteActions;
  readonly onNearEnd: () => void;
}

/** The loaded notes of a view. Renders those in the window; on paper all of them, with a remark if more are not loaded. */
export function NoteList({ list, drafts, editing, editor, focus, canWrite, canArrange, showsChange, filesOpen, files, personOf, actions, onNearEnd }: NoteListProps) {
  const { notes } = list;
  // A single note has no other place.
  const isArranged = canArrange && list.total > 1;
  const [focused, setFocused] = useState<string | null>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  // Rows with a state of their own: an editor, the focus, an open list of files, the handle that the pointer holds.
  const pinned = new Set([editing, focused, focus?.id, drag?.note, ...filesOpen].filter((id) => id !== null && id !== undefined));
  const { list: element, virtualizer, margin, printing } = useVirtualNotes(notes, editing, pinned, onNearEnd);
  const handle = handlesOf(virtualizer, drag, setDrag, ({ note, to }) => {
    // By its id, because another user can have added or deleted a note above it since.
    const from = notes.findIndex(({ id }) => id === note);
    if (notes[from] && from !== to) actions.move(notes[from], to);
  });
  const isDragging = drag !== null;
  useEffect(() => {
    if (!isDragging) return;
    const cancel = ({ key }: globalThis.KeyboardEvent) => key === 'Escape' && setDrag(null);
    document.addEventListener('keydown', cancel);
    return () => document.removeEventListener('keydown', cancel);
  }, [isDragging]);
  const draggedFrom = notes.findIndex(({ id }) => id === drag?.note);
  const { over, target } = useFileDrop(actions.addFiles);
  useNoteCommands({ list: element, notes, editing, canWrite, actions });
  return (
    <>
      <ul
        aria-label={notesText('listLabel')}
        className={classes['list']}
        onBlur={() => setFocused(null)}
        onKeyDown={(event) => {
          const step = STEPS.get(event.key);
          const index = step ? indexOf(rowOfKey(event)) : -1;
          const note = notes[index];
          if (!step || !note || editing === note.id) return;
          event.preventDefault();
          if (!event.altKey) focusRow(event.currentTarget, index + step);
          else if (isArranged) actions.step(note, step, 'edit');
        }}
        onFocus={({ target }) => setFocused(target.closest('li')?.dataset['note'] ?? null)}
        ref={element}
        // Explicit, because Safari removes the role of lists without bullets.
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
              className={`${classes['row']} ${canWrite ? '' : classes['readOnly']}`}
              data-drop={drag && drag.to === index && draggedFrom !== index ? (drag.to > draggedFrom ? 'after' : 'before') : undefined}
              data-files={over === note.id ? 'over' : undefined}
              data-index={index}
              data-note={note.id}
              key={key}
              ref={virtualizer.measureElement}
              style={{ transform: `translateY(${start - margin}px)` }}
              // Without a control in every row, the keys move the focus from row to row.
              tabIndex={canWrite ? undefined : 0}
              {...(canWrite && target(note))}
            >
              <div className={`atrium-card ${classes['card']} ${filesOpen.has(note.id) ? classes['withFiles'] : ''} ${drag?.note === note.id ? classes['dragged'] : ''}`}>
                {isArranged && editing !== note.id && (
                  <span aria-hidden="true" className={classes['handle']} title={notesText('drag')} {...handle(note.id, index)} />
                )}
                {editing === note.id ? (
                  <>
                    <DoneBox actions={actions} canWrite={canWrite} note={note} title={note.title} />
                    {editor(note)}
                  </>
                ) : (
                  <NoteItem
                    actions={actions}
                    author={personOf && personOf(note.author)}
                    canWrite={canWrite}
                    draft={drafts.find(({ id }) => id === note.id)}
                    editor={personOf && note.edited_by !== null && note.edited_by !== note.author ? personOf(note.edited_by).name : null}
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
      {printing && notes.length < list.total && <p>{notesText('printedPart', { count: notes.length, total: list.total })}</p>}
    </>
  );
}

interface NoteCommandsProps extends Pick<NoteListProps, 'editing' | 'canWrite' | 'actions'> {
  readonly list: RefObject<HTMLElement | null>;
  readonly notes: readonly Note[];
}

/** Offers the commands for the focused note, and those that move the focus from note to note. */
function useNoteCommands({ list, notes, editing, canWrite, actions }: NoteCommandsProps): void {
  const focusedIndex = () => (list.current?.contains(document.activeElement) ? indexOf(document.activeElement?.closest<HTMLElement>('li[data-note]')) : -1);

  const step = useEffectEvent((by: -1 | 1) => {
    const index = focusedIndex();
    const inWindow = [...(list.current?.children ?? [])].find((row) => row.getBoundingClientRect().top >= 0);
    focusRow(list.current, index < 0 ? indexOf(inWindow) : index + by);
  });
  const act = useEffectEvent((run: (note: Note) => void) => {
    const note = notes[focusedIndex()];
    if (!note) showToast({ tone: 'notice', text: notesText('noSelection') });
    else if (editing !== note.id) run(note);
  });
  useEffect(() => {
    const withdraw = [
      offerCommand('nextNote', () => step(1)),
      offerCommand('previousNote', () => step(-1)),
      ...(canWrite ? [offerCommand('editNote', () => act(actions.edit)), offerCommand('moveNote', () => act(actions.chooseBoard))] : []),
    ];
    return () => withdraw.forEach((end) => end());
  }, [canWrite, actions]);
}

function focusRow(list: HTMLElement | null, index: number): void {
  focusControl(list?.querySelector<HTMLElement>(`[data-index="${index}"]`), 'edit');
}

/** The index of a row; -1 without one. */
function indexOf(row: Element | null | undefined): number {
  return row instanceof HTMLElement ? Number(row.dataset['index']) : -1;
}

/** The arrows move the focus from note to note; with Alt, they move the note. */
const STEPS: ReadonlyMap<string, -1 | 1> = new Map([['ArrowDown', 1], ['ArrowUp', -1]]);

/** The row in which a key was pressed; null if the key belongs to a field, a popup or a shortcut of the browser. */
function rowOfKey({ target, currentTarget, ctrlKey, metaKey, shiftKey, defaultPrevented }: KeyboardEvent<HTMLElement>): HTMLElement | null {
  if (ctrlKey || metaKey || shiftKey || defaultPrevented) return null;
  // Popups are elsewhere in the document, and their events arrive here too.
  if (!(target instanceof Element) || !currentTarget.contains(target) || target.matches('textarea, input:not([type=checkbox])')) return null;
  return target.closest<HTMLElement>('li[data-note]');
}

function placeOf(index: number, total: number): 'first' | 'between' | 'last' {
  return index === 0 ? 'first' : index === total - 1 ? 'last' : 'between';
}

/** The events of rows that take files: files dropped on a row, or pasted while the focus is in it. */
function useFileDrop(onFiles: (note: Note, files: readonly File[]) => void) {
  const [over, setOver] = useState<string | null>(null);

  function give(event: ClipboardEvent | DragEvent, note: Note, { files }: DataTransfer): void {
    if (files.length === 0) return;
    event.preventDefault();
    onFiles(note, [...files]);
  }

  return {
    /** Id of the note over which the user drags files. */
    over,
    target: (note: Note) => ({
      onDragOver(event: DragEvent<HTMLElement>) {
        if (!event.dataTransfer.types.includes('Files')) return;
        // Without this, the browser would open the file instead.
        event.preventDefault();
        setOver(note.id);
      },
      onDragLeave({ currentTarget, relatedTarget }: DragEvent<HTMLElement>) {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(null);
      },
      onDrop(event: DragEvent<HTMLElement>) {
        setOver(null);
        give(event, note, event.dataTransfer);
      },
      onPaste(event: ClipboardEvent<HTMLElement>) {
        // Office programs put a picture of the text beside it.
        if (!event.clipboardData.types.includes('text/plain')) give(event, note, event.clipboardData);
      },
    }),
  };
}

/** Pixels from the edge of the window within which dragging scrolls. */
const EDGE = 72;

/** A dragged note. */
interface Drag {
  /** Its id. */
  readonly note: string;
  /** The index to drop it at. */
  readonly to: number;
}

/** Returns the pointer events of the drag handle of a note, for mouse, pen and touch. */
function handlesOf(virtualizer: NotesVirtualizer, drag: Drag | null, setDrag: (drag: Drag | null) => void, onDrop: (drag: Drag) => void) {
  return (note: string, index: number) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrag({ note, to: index });
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (drag?.note !== note) return;
      if (event.clientY < EDGE) scrollBy(0, event.clientY - EDGE);
      else if (event.clientY > innerHeight - EDGE) scrollBy(0, event.clientY - innerHeight + EDGE);
      const over = virtualizer.getVirtualItemForOffset(event.clientY + scrollY);
      if (over && over.index !== drag.to) setDrag({ note, to: over.index });
    },
    onPointerUp() {
      if (drag?.note === note) onDrop(drag);
      setDrag(null);
    },
    onPointerCancel() {
      setDrag(null);
    },
  });
}
