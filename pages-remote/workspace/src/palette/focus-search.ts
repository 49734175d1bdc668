import { showToast } from '@atrium/page-kit/site';
import { notesText } from '../features/notes/notes-messages.ts';

/** "Search this page": focuses the search of the open board, or of the list of boards. Short lists have none. */
export default function focusSearch(): void {
  const field = document.querySelector<HTMLInputElement>('main [role=search] input[type=search]');
  field?.focus();
  field?.select();
  if (!field) showToast({ tone: 'notice', text: notesText('nothingToSearch') });
}
