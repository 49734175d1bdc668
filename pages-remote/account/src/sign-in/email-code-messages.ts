import { defineMessages } from '@atrium/page-kit/messages';

export const emailCodeText = defineMessages({
  title: 'Log in with a code',
  introduction: 'We will send a code and a link to your email. If you have no account yet, we create one.',
  submit: 'Send code',
  haveCode: 'I already have a code',
  sent: 'An email with a code and a link is on its way to {email}.',
  hint: 'Enter the digits from the email.',
  again: 'Send another code',
  withPassword: 'Log in with your password',
}, 'account.login.email');
