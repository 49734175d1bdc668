import { runOffered } from '../features/notes/note-commands.ts';

/** "Previous note": focuses the note before the focused one, or the first one in the window. */
export default function previousNote(): void {
  runOffered('previousNote');
}
