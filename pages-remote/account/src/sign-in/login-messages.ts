import { defineMessages } from '@atrium/page-kit/messages';

export const loginText = defineMessages({
  elsewhere: 'You were logged out in another tab.',
  revoked: 'Your session is no longer valid. Log in again.',
  newHere: 'New here?',
  withPasskey: 'Use a passkey',
  withCode: 'Email me a log-in code',
}, 'account.login');
