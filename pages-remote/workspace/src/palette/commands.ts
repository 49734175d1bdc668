import type { CommandContext } from '@atrium/page-kit/contract/page-module';
import { showToast } from '@atrium/page-kit/site';
import { focusComposer } from '../features/notes/composer.ts';
import { notesText } from '../features/notes/notes-messages.ts';

/** "New board": opens the boards, whose form for a new board takes the focus. */
export function openNewBoard({ goTo }: CommandContext): void {
  goTo({ page: 'workspace.boards', hash: 'new-board' });
}

/** "New note": focuses the form for a new note. While a note is being edited, the page has no such form. */
export function startNewNote(): void {
  if (!focusComposer()) showToast({ tone: 'notice', text: notesText('busyEditing') });
}
