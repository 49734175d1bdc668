import { runOffered } from '../features/notes/note-commands.ts';

/** "Move selected note": lets the user choose a board for the focused note. */
export default function moveNote(): void {
  runOffered('moveNote');
}
