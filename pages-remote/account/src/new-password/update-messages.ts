import { defineMessages } from '@atrium/page-kit/messages';

export const updateText = defineMessages({
  title: 'Choose a new password',
  newTitle: 'Set up your account',
  forAccount: 'For {email}',
  effect: 'Saving it logs out your other devices. You stay logged in here.',
  cleared: 'Choose the password of your account here. A password that was entered in another browser before you confirmed this address no longer works.',
  invited: 'You are invited to this board',
  invitedBy: '{name} invited you to this board',
  currentPassword: 'Current password',
  newPassword: 'New password',
  firstPassword: 'Password',
  submit: 'Save password',
  submitNew: 'Set up account',
  savedTitle: 'Your new password is saved',
  savedNewTitle: 'Your account is set up',
  savedAdvice: 'Use your password the next time you log in.',
  goOn: 'Go to your workspace',
  account: 'Your account',
  goToNext: 'Continue',
}, 'account.update');
