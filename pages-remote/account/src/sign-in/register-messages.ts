import { defineMessages } from '@atrium/page-kit/messages';

export const registerText = defineMessages({
  haveAccount: 'Have an account already?',
  closed: 'This site takes no new accounts at the moment. If you were invited, open the link in the email.',
  nameHint: 'Shown on your boards and notes.',
  sentTitle: 'Check your email',
  sentTo: 'An email is on its way to {email}. Open the link in it to finish your account.',
  sentAdvice: 'It can take a minute. If it does not arrive, check your spam folder.',
}, 'account.register');
