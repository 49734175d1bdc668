import { defineMessages } from '@atrium/page-kit/messages';

/** Texts of the card on the home page. */
export const protectText = defineMessages({
  heading: 'Protect your account',
  advice: 'Anyone who knows your password can log in. Add a second factor, so that logging in also takes a code from your phone.',
  add: 'Add a second factor',
}, 'account.protect');
