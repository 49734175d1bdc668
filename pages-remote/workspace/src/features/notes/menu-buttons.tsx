import { ArrowDownUp, Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, type ButtonProps } from '@atrium/page-kit/ui';
import type { ChecklistItem } from '../../model/checklist.ts';
import type { NotesView } from '../../model/notes-view.ts';
import type { Note } from '../../model/notes.ts';
import { notesText } from './notes-messages.ts';
import classes from './notes.module.css';

/** A control of a note that can be focused: after an edit, a move, or the deletion of a neighbour. */
export type NoteControl = 'edit' | 'menu';

/**
 * Focuses a control of a note, or its menu: narrow windows and touch screens show nothing else. A row without controls takes the focus
 * itself. Does nothing while the user writes in a field.
 */
export function focusControl(row: HTMLElement | null | undefined, control: NoteControl): void {
  if (document.activeElement?.matches('textarea, input:not([type=checkbox])')) return;
  for (const name of [control, 'menu']) {
    const button = row?.querySelector<HTMLElement>(`[data-control=${name}]`);
    button?.focus();
    if (button && document.activeElement === button) return;
  }
  row?.focus();
}

/** What users can do with the notes of a list. */
export interface NoteActions {
  readonly edit: (note: Note) => void;
  /** Called when the control that was to take the focus is on screen. */
  readonly endFocus: () => void;
  readonly setDone: (note: Note, done: boolean) => void;
  /** Checks an item of a note's checklist, or unchecks it. */
  readonly check: (note: Note, item: ChecklistItem, checked: boolean) => void;
  readonly remove: (note: Note) => void;
  /** Moves a note up or down by one place, if there is one, and focuses a control of it. */
  readonly step: (note: Note, by: -1 | 1, focus: NoteControl) => void;
  /** Moves a note to an index in the list without it. */
  readonly move: (note: Note, to: number) => void;
  /** Lets the user choose another board for a note. */
  readonly chooseBoard: (note: Note) => void;
  /** Adds files that the user has dropped on a note, or pasted into it. */
  readonly addFiles: (note: Note, files: readonly File[]) => void;
  /** Opens or closes the files of a note. */
  readonly toggleFiles: (note: Note) => void;
}

/** See `NoteMenu`. */
export interface NoteMenuProps {
  readonly note: Note;
  readonly actions: NoteActions;
  /** The note's place in a list that can be rearranged. */
  readonly place: 'first' | 'between' | 'last' | null;
}

/** Names the button for the files of a note. */
export function filesLabel({ workspace_attachments: { length: count } }: Note): string {
  return count > 0 ? notesText('fileCount', { count }) : notesText('files');
}

interface ActionProps extends ButtonProps {
  readonly label: string;
  /** Null for a new note, which has no title yet. */
  readonly note: Note | null;
  /** The icon. */
  readonly children: ReactNode;
}

/** A quiet button with an icon. Its name ends with the note's title, so that it differs from those of other notes. */
export function Action({ label, note, children, ...rest }: ActionProps) {
  return (
    <Button {...rest} className="atrium-button-small" title={label}>
      {children}
      <span className="atrium-visually-hidden">{note ? `${label} ${note.title}` : label}</span>
    </Button>
  );
}

/** The trigger of the menu of a note. */
export function NoteMenuButton({ note, ...rest }: ButtonProps & { readonly note: Note }) {
  return (
    <Action {...rest} data-control="menu" label={notesText('more')} note={note}>
      <Ellipsis aria-hidden="true" size={16} />
    </Action>
  );
}

type NotesOrder = NotesView['order'];

/** See `OrderMenu`. */
export interface OrderMenuProps {
  readonly order: NotesOrder;
  readonly onChoose: (order: NotesOrder) => void;
}

/** The name of an order. */
export function orderText(order: NotesOrder): string {
  const names = { own: 'orderOwn', newest: 'orderNewest', changed: 'orderChanged', title: 'orderTitle' } as const;
  return notesText(names[order]);
}

/** The trigger of the menu of orders, which shows the current one. */
export function OrderButton({ order, ...rest }: ButtonProps & Pick<OrderMenuProps, 'order'>) {
  return (
    <Button {...rest} className={`atrium-button-small ${classes['order']}`}>
      <ArrowDownUp aria-hidden="true" size={14} />
      <span className="atrium-visually-hidden">{notesText('orderLabel')}</span> <span>{orderText(order)}</span>
    </Button>
  );
}
