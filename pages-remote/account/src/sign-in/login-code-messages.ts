import { defineMessages } from '@atrium/page-kit/messages';

export const loginCodeText = defineMessages({
  title: 'Enter your code',
  otherWays: 'Other ways',
  useApp: 'Use your authenticator app',
  textTo: 'Text a code to {phone}',
  removed: 'Your account no longer uses two-step verification. Log in again to continue.',
  logInAgain: 'Log in again',
  otherAccount: 'Use another account',
}, 'account.login.code');
