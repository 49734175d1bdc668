import { defineMessages } from '@atrium/page-kit/messages';

/** Every text that an open tab puts on screen beyond its pages. */
export const openTabText = defineMessages({
  newModule: 'A new version of {name} is ready.',
  newModuleUnsaved: 'A new version of {name} is ready. It comes once your changes are saved.',
  useNow: 'Use it now',
  newSite: 'A new version of the site is ready.',
  newSiteUnsaved: 'A new version of the site is ready. Save your changes, then reload.',
  reload: 'Reload',
  previous: '{name} is shown in its previous version, because the new one did not work.',
  tryNew: 'Try the new one',
  loggedOut: 'You are logged out.',
  // Specification 8.1.
  logOutFailed: 'An error occurred during logout. You are logged out in this browser, but the service may not have ended the session.',
  accountDeleted: 'Your account was deleted, so you are logged out.',
  register: 'Create a new account',
  dismiss: 'Dismiss',
}, 'shell.tab');
