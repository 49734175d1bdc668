import { defineMessages } from '@atrium/page-kit/messages';

export const mailText = defineMessages({
  resend: 'Send the mail again',
  sent: 'If the address is waiting for confirmation, another mail is on its way.',
}, 'account.mail');
