import { defineMessages } from '@atrium/page-kit/messages';

export const emailText = defineMessages({
  title: 'Change your email',
  rowHint: 'You log in with it, and we write to it.',
  currentEmail: 'Current email',
  newEmail: 'New email',
  introduction: 'We email a link to the new address. If your current address gets one too, open both.',
  submit: 'Change email',
  same: 'This is already your email.',
  taken: 'This address cannot be used. Check it for typos, or take another one.',
  present: 'Your log-in until the change is confirmed',
  pending: 'Waiting for confirmation',
  waiting: 'Open the link that we sent to {email}. If {present} got one too, open both.',
  sendAgain: 'Send the link again',
  sentAgain: 'The link is on its way again.',
  changed: 'Your email is now {email}. Use it the next time you log in.',
}, 'account.email');
