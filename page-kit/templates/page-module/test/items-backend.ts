import { backend } from '@atrium/page-kit/testing';

/** Defines the table of the migration, as far as the pages depend on it. Each test starts with an empty backend. */
export function makeItemsTable() {
  return backend.table('__table___items').define({ owner: 'owner', stamps: { insert: ['created_at'] } });
}
