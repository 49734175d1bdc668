import { defineMessages } from '@atrium/page-kit/messages';

export const resetText = defineMessages({
  title: 'Reset your password',
  introduction: 'Enter the email of your account. We will send you a link to choose a new password.',
  submit: 'Send reset link',
  sent: 'If there is an account for {email}, an email with a link is on its way.',
  back: 'Back to log in',
}, 'account.reset');
