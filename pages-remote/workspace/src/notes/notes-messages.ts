import { defineMessages } from '@atrium/page-kit/messages';

/** Why the notes could not be read or written, and what to do about it. */
export const notesText = defineMessages({
  unreachable: 'The server cannot be reached. Check your connection, then try again: what you typed is still here.',
  session: 'Your session has ended. Log in again in another tab, then try again here: what you typed is still here.',
  refused: 'You may not do this with this note. Reload the page to see what is yours.',
  tooLong: 'The note is too long to be stored. Shorten it, then try again.',
  missing: 'The notes have no place in the database yet. Whoever runs this site has to apply its migrations.',
  unknown: 'The notes are not available at the moment. Try again in a while: what you typed is still here.',
});
