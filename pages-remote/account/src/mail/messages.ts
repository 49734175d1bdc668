import { defineMessages } from '@atrium/page-kit/messages';

export const mailText = defineMessages({
  sentTitle: 'Check your email',
  sentAdvice: 'Nothing there? Check your spam folder.',
  resend: 'Send the email again',
  seconds: '({seconds} s)',
  wrongAddress: 'Wrong address?',
  otherAddress: 'Use another address',
  sent: 'If the address is waiting for confirmation, another email is on its way.',
}, 'account.mail');
