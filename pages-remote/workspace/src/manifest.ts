import { defineModuleManifest } from '@atrium/page-kit/contract/module-manifest';

/** What signed-in people work on: boards of notes, their own and those that they share. */
export const manifest = defineModuleManifest({
  name: 'workspace',
  owner: 'Team Workspace',
  contract: '^2.0',
  title: { en: 'Workspace', de: 'Arbeitsbereich', ar: 'مساحة العمل' },
  routes: { boards: '/workspace', board: '/workspace/:board' },
  navigation: [{ route: 'boards', label: { en: 'Workspace', de: 'Arbeitsbereich', ar: 'مساحة العمل' }, requires: 'signed-in' }],
  start: 'application',
});
