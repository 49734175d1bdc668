import { defineMessages } from '@atrium/page-kit/messages';

export const resendText = defineMessages({
  resend: 'Send the mail again',
  sent: 'If the address is waiting for confirmation, another mail is on its way.',
}, 'account.form.resend');
