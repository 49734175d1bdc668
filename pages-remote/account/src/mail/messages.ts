import { defineMessages } from '@atrium/page-kit/messages';

export const mailText = defineMessages({
  sentTitle: 'Check your email',
  sentAdvice: 'It can take a minute. If it does not arrive, check your spam folder.',
  resend: 'Send the email again',
  wrongAddress: 'Wrong address?',
  otherAddress: 'Use another address',
  sent: 'If the address is waiting for confirmation, another email is on its way.',
}, 'account.mail');
