import { runOffered } from '../features/notes/note-commands.ts';

/** "New note": focuses the form for a new note. Viewers of a board have none. */
export default function newNote(): void {
  runOffered('newNote');
}
