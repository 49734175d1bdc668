import type { Note } from './note.ts';

/** The control of a note that takes the focus: after an edit, a move, or a deletion beside it. */
export type NoteControl = 'edit' | 'up' | 'down';

/** What people do with the notes of a list. */
export interface NoteActions {
  readonly edit: (note: Note) => void;
  readonly setDone: (note: Note, done: boolean) => void;
  readonly remove: (note: Note) => void;
  /** By one place, up or down. */
  readonly step: (note: Note, by: -1 | 1) => void;
  /** To a place in the list as it is without the note. */
  readonly move: (note: Note, to: number) => void;
  /** Opens or closes the files of a note. */
  readonly toggleFiles: (note: Note) => void;
}
