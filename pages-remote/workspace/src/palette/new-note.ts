import { focusComposer } from '../features/notes/composer.ts';

/** "New note": focuses the form for a new note. Viewers of a board have none. */
export default function startNewNote(): void {
  focusComposer();
}
