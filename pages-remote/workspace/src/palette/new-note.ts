import { showToast } from '@atrium/page-kit/site';
import { focusComposer } from '../features/notes/composer.ts';
import { notesText } from '../features/notes/notes-messages.ts';

/** "New note": focuses the form for a new note. While a note is being edited, the page has no such form. */
export default function startNewNote(): void {
  if (!focusComposer()) showToast({ tone: 'notice', text: notesText('busyEditing') });
}
