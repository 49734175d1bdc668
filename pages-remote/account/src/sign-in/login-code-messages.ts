import { defineMessages } from '@atrium/page-kit/messages';

export const loginCodeText = defineMessages({
  title: 'Enter your code',
  useOther: 'Use {name} instead',
  removed: 'Your account has no second factor any more. Log in again to go on.',
  logInAgain: 'Log in again',
  otherAccount: 'Use another account',
}, 'account.login.code');
