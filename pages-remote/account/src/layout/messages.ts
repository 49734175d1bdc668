import { defineMessages } from '@atrium/page-kit/messages';

export const settingsText = defineMessages({
  label: 'Account settings',
  profile: 'Profile',
  signIn: 'Sign-in',
  security: 'Security',
  data: 'Data',
  deleteAccount: 'Delete',
  change: 'Change',
  password: 'Password',
  passwordHint: 'Use one that you use nowhere else.',
  noPassword: 'Not set',
  passwordSet: 'Set',
  passwordChanged: 'Changed on {date}',
  changePassword: 'Change your password',
  actions: 'More actions',
  actionsFor: 'More actions for {name}',
}, 'account.settings');
