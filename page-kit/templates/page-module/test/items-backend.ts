import { backend, faults } from '@atrium/page-kit/testing';

/** The table of the migration, as far as the pages depend on it. Each test begins with an empty backend. */
export function makeItemsTable() {
  return backend.table('__table___items').define({ owner: 'owner', stamps: { insert: ['created_at'] } });
}

/** Lets the page's reading fail: twice, for React's strict mode runs each effect a second time. */
export function failToRead(): void {
  for (let request = 0; request < 2; request += 1) faults.next({ service: 'rest', method: 'GET', status: 500 });
}
