import { defineMessages } from '@atrium/page-kit/messages';

/** The texts that `RequireAuth` shows without a session, on the first screen. */
export const guardText = defineMessages({
  checking: 'Checking your sign-in …',
  failedHeading: 'Your sign-in could not be checked',
  failedAdvice: 'Nothing is lost. Check your connection, then try again.',
  retry: 'Try again',
}, 'auth.guard');
