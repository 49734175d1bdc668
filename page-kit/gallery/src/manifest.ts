import { defineModuleManifest } from '@atrium/page-kit/contract/module-manifest';

export const manifest = defineModuleManifest({
  name: 'gallery',
  owner: 'Platform',
  contract: '^2.0',
  title: { en: 'Gallery' },
  routes: { gallery: '/gallery' },
  navigation: [{ route: 'gallery', label: { en: 'Gallery' }, icon: 'layout-grid' }],
});
