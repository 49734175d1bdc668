import { openCluster } from '../database/cluster.ts';
import { readMigrations, runMigrations } from '../database/migrations.ts';
import { readCatalog } from './catalog.ts';
import { typescriptOf } from './typescript.ts';

/**
 * The TypeScript types of the schema `public` that the migrations make, in a database of its own in memory.
 * @throws StartError when a migration cannot be read or fails.
 */
export async function typesOfMigrations(directories: readonly string[]): Promise<string> {
  const migrations = await readMigrations(...directories);
  const { database } = await openCluster(undefined);
  try {
    await runMigrations(database, migrations);
    return typescriptOf('public', await readCatalog(database, 'public'));
  } finally {
    await database.close();
  }
}
