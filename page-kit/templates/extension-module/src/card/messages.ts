import { defineMessages } from '@atrium/page-kit/messages';

/** Texts of the card. */
export const cardText = defineMessages(
  {
    heading: '__title__',
    signedIn: 'You are signed in as {email}.',
  },
  '__name__.card',
);
