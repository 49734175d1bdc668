import { defineMessages } from '@atrium/page-kit/messages';

export const emailText = defineMessages({
  title: 'Change your email',
  present: 'Email now',
  newEmail: 'New email',
  introduction: 'Both mailboxes, the old and the new one, get a link. The change takes effect when both links were opened.',
  submit: 'Change email',
  same: 'This is your email already.',
  taken: 'This address cannot be used. Check it for typing mistakes, or take another one.',
  sent: 'If {email} can be used, a link is on its way to it, and another one to {present}.',
  sentAdvice: 'Open both. Until then you log in with {present}.',
  waiting: 'Waiting for {email}: open the links in both mailboxes. Until then you log in with {present}.',
  sendAgain: 'Send the links again',
  sentAgain: 'The links are on their way again.',
  changed: 'Your email is now {email}. Use it the next time you log in.',
  back: 'Your account',
}, 'account.email');
