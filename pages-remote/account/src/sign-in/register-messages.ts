import { defineMessages } from '@atrium/page-kit/messages';

export const registerText = defineMessages({
  haveAccount: 'Have an account already?',
  closed: 'Sign-up is closed at the moment. If you were invited, open the link in the email.',
  sentTo: 'An email is on its way to {email}. Open the link in it to finish your account.',
}, 'account.register');
