import { defineModuleManifest } from '@atrium/page-kit/contract/module-manifest';

/** What the site knows about this module without running it: the extensions that it shows on pages of others. */
export const manifest = defineModuleManifest({
  name: '__name__',
  owner: 'Team __title__',
  contract: '__contract__',
  title: { en: '__title__' },
  routes: {},
  navigation: [],
  extensions: {
    card: {
      slot: 'site.home',
      slotVersion: '1.0',
      title: { en: '__title__' },
      size: { height: 180, maxHeight: 320 },
      requires: 'signed-in',
    },
  },
});
