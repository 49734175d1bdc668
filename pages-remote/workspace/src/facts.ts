import { definePageFacts } from '@atrium/page-kit/contract/page-facts';

/** What signed-in people work on: boards of notes, their own and those that they share. */
export const facts = definePageFacts({
  name: 'workspace',
  owner: 'Team Workspace',
  contract: '^1.0',
  title: { en: 'Workspace', de: 'Arbeitsbereich', ar: 'مساحة العمل' },
  routes: { boards: '/workspace', board: '/workspace/:board' },
  navigation: [{ route: 'boards', label: { en: 'Workspace', de: 'Arbeitsbereich', ar: 'مساحة العمل' }, requires: 'signed-in' }],
  start: 'application',
});
