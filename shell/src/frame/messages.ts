import { defineMessages } from '@atrium/page-kit/messages';

/** The texts of the toasts, the preferences, and the buttons for search and for all pages, which load after the first screen. Those of the first screen are in `texts/messages.ts`. */
export const frameText = defineMessages({
  'toast.dismiss': 'Dismiss',
  'toast.loggedOut': 'You are logged out.',
  // Specification 8.1.
  'toast.logOutFailed': 'An error occurred during logout. You are logged out in this browser, but the service may not have ended the session.',
  'toast.accountDeleted': 'Your account was deleted, so you are logged out.',
  'toast.register': 'Create a new account',
  'toast.commandFailed': '“{command}” did not work. Try again.',
  'toast.searchNotLoaded': 'Search did not load. Check your connection, then try again.',
  'toast.inspectorNotLoaded': 'The inspector did not load. Check your connection, then try again.',
  'failure.lead': 'If this keeps happening, tell the team of this module:',
  'failure.module': 'Module',
  'failure.team': 'Team',
  'failure.release': 'Release',
  'failure.trace': 'Trace',
  'failure.copy': 'Copy details',
  'failure.detail': 'If this keeps happening, tell {owner}: {module}, release {release}, trace {trace}.',
  'copy.done': 'Copied.',
  'copy.failed': 'The browser blocked copying. Select the text instead.',
  // The choice shows each language under its own name.
  'preferences.region': 'Preferences',
  'preferences.language': 'Language',
  'preferences.theme': 'Theme',
  'preferences.system': 'System',
  'preferences.light': 'Light',
  'preferences.dark': 'Dark',
  search: 'Search',
  sidebar: 'Sidebar',
  'sidebar.hide': 'Hide the sidebar',
  'sidebar.show': 'Show the sidebar',
  // As it is printed on the key.
  controlKey: 'Ctrl',
  'menu.allPages': 'All pages',
  'menu.failed': 'The menu did not load. Check your connection, then try again.',
  'userMenu.shortcuts': 'Keyboard shortcuts',
  'userMenu.logOut': 'Log out',
}, 'shell.frame');
