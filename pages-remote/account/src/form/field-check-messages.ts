import { defineMessages } from '@atrium/page-kit/messages';

export const fieldCheckText = defineMessages({
  nameMissing: 'Enter your name.',
  emailMissing: 'Enter your email address.',
  emailIncomplete: 'Enter a whole email address, such as ada@example.com.',
  passwordMissing: 'Enter a password.',
}, 'account.form.check');
