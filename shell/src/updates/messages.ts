import { defineMessages } from '@atrium/page-kit/messages';

/** The notices about new releases. */
export const updatesText = defineMessages({
  newModule: 'A new version of {name} is ready.',
  newModuleUnsaved: 'A new version of {name} is ready. It comes once your changes are saved.',
  useNow: 'Use it now',
  newSite: 'A new version of the site is ready.',
  newSiteUnsaved: 'A new version of the site is ready. Save your changes, then reload.',
  reload: 'Reload',
  previous: '{name} is shown in its previous version, because the new one did not work.',
  tryNew: 'Try the new one',
  stillFails: '{name} still does not work in its new version.',
}, 'shell.updates');
