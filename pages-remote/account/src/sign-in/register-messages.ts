import { defineMessages } from '@atrium/page-kit/messages';

export const registerText = defineMessages({
  haveAccount: 'Have an account already?',
  nameHint: 'This is how the site greets you.',
  sentTitle: 'Look at your mail',
  sentTo: 'A mail is on its way to {email}. Open the link in it to finish your account.',
  sentAdvice: 'It can take a minute. If it does not come, look into your spam folder.',
  otherAddress: 'Use another address',
}, 'account.register');
