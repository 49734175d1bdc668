import { defineMessages } from '@atrium/page-kit/messages';

export const mailText = defineMessages({
  resend: 'Send the email again',
  sent: 'If the address is waiting for confirmation, another email is on its way.',
}, 'account.mail');
