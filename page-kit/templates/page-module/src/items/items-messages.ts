import { defineMessages } from '@atrium/page-kit/messages';

/** Why the items could not be read or written, and what to do. */
export const itemsText = defineMessages({
  unreachable: 'The server cannot be reached. Check your connection, then try again.',
  session: 'Your session has ended. Log in again in another tab, then try again here.',
  refused: 'You do not have access to do this. Reload the page to see what you can change.',
  missing: 'The items are not set up in the database yet. Ask the people who run this site to apply the migrations of this module.',
  unknown: 'The items are not available at the moment. Try again in a while.',
});
