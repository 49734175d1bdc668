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
  moved: 'The address of the site’s data has changed. Reload to go on.',
  dismiss: 'Dismiss',
}, 'shell.tab');
