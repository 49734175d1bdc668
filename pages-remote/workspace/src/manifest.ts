import { defineModuleManifest } from '@atrium/page-kit/contract/module-manifest';

/** The workspace: boards of notes, the user's own and those that others share with them. */
export const manifest = defineModuleManifest({
  name: 'workspace',
  owner: 'Team Workspace',
  contract: '^2.0',
  title: { en: 'Workspace', de: 'Arbeitsbereich', ar: 'مساحة العمل' },
  routes: { boards: '/workspace', board: '/workspace/:board' },
  navigation: [
    { route: 'boards', label: { en: 'Workspace', de: 'Arbeitsbereich', ar: 'مساحة العمل' }, requires: 'signed-in', group: { en: 'General', de: 'Allgemein', ar: 'عام' }, icon: 'sticky-note' },
  ],
  start: 'application',
});
