import { runOffered } from '../features/notes/note-commands.ts';

/** "New note": focuses the form for a new note. */
export default function newNote(): void {
  runOffered('newNote');
}
