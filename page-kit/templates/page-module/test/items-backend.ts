import { backend } from '@atrium/page-kit/testing';

/** Makes the table of the migration, as far as the pages depend on it. Each test begins with a backend that has none. */
export function makeItemsTable() {
  return backend.table('__table___items').define({ owner: 'owner', stamps: { insert: ['created_at'] } });
}
