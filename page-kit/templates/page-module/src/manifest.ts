import { defineModuleManifest } from '@atrium/page-kit/contract/module-manifest';

/** What the site knows about this module without running it: its paths, menu entries and texts. */
export const manifest = defineModuleManifest({
  name: '__name__',
  owner: 'Team __title__',
  contract: '__contract__',
  title: { en: '__title__' },
  routes: { list: '/__name__', item: '/__name__/:id' },
  navigation: [{ route: 'list', label: { en: '__title__' }, requires: 'signed-in' }],
});
