import { NAME_LENGTH } from './board.ts';
import { boardsText } from './boards-messages.ts';

/** What is wrong with the name of a board before it is sent; null where nothing is. */
export function checkName(name: string): string | null {
  if (name.trim() === '') return boardsText('nameMissing');
  // Counted as the database does: a character outside the basic plane is one.
  const length = Array.from(name.trim()).length;
  return length > NAME_LENGTH ? boardsText('nameTooLong', { limit: NAME_LENGTH, length }) : null;
}
