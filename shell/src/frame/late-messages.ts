import { defineMessages } from '@atrium/page-kit/messages';

/** The texts of the frame that load after the first screen: toasts and preferences. */
export const lateText = defineMessages({
  'toast.dismiss': 'Dismiss',
  'toast.loggedOut': 'You are logged out.',
  // Specification 8.1.
  'toast.logOutFailed': 'An error occurred during logout. You are logged out in this browser, but the service may not have ended the session.',
  'toast.accountDeleted': 'Your account was deleted, so you are logged out.',
  'toast.register': 'Create a new account',
  // Languages are named in themselves, so that their speakers can read them.
  'preferences.region': 'Preferences',
  'preferences.language': 'Language',
  'preferences.theme': 'Theme',
  'preferences.system': 'System',
  'preferences.light': 'Light',
  'preferences.dark': 'Dark',
}, 'shell.late');
