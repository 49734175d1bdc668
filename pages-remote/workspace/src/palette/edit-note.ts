import { runOffered } from '../features/notes/note-commands.ts';

/** "Edit selected note": opens the editor of the focused note. */
export default function editNote(): void {
  runOffered('editNote');
}
