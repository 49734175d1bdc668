import { runOffered } from '../features/notes/note-commands.ts';

/** "Next note": focuses the note after the focused one, or the first one in the window. */
export default function nextNote(): void {
  runOffered('nextNote');
}
