import { definePageFacts } from '@atrium/page-kit/contract/page-facts';

/** What a signed-in person works on: notes of their own. */
export const facts = definePageFacts({
  name: 'workspace',
  owner: 'Team Workspace',
  contract: '^0.1',
  title: { en: 'Workspace', de: 'Arbeitsbereich' },
  routes: { board: '/workspace/*' },
  navigation: [{ route: 'board', label: { en: 'Workspace', de: 'Arbeitsbereich' }, requires: 'signed-in' }],
  start: 'application',
});
