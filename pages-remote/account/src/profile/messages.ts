import { defineMessages } from '@atrium/page-kit/messages';

export const profileText = defineMessages({
  title: 'Your account',
  profile: 'Profile',
  submit: 'Save changes',
  saved: 'Your changes are saved.',
  signIn: 'How you log in',
  secondFactor: 'Second factor',
  factorOn: 'On: besides the password, you enter a code when you log in.',
  factorOff: 'None yet: anyone with your password can log in.',
  addFactor: 'Add\u00a0one',
  changeEmail: 'Change your email',
  newPassword: 'Change your password',
  security: 'Security',
  leavingAdvice: 'Before anything is deleted, you see what goes with your account.',
  deleteAccount: 'Delete your account',
}, 'account.profile');
