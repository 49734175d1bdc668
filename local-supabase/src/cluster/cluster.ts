import { randomUUID } from 'node:crypto';
import { access, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Database } from '../database/database.ts';
import { runMigrations, type Migration } from '../database/migrations.ts';
import { StartError } from '../errors/start-error.ts';
import { DEFAULT_MAX_ROWS, openLite } from '../rest/lite-adapter.ts';
import type { Lite } from '../rest/lite-adapter.ts';
import type { KeptClusters } from './kept-clusters.ts';
import { applyBaseline, copyTemplate, openTemplate } from './template.ts';

const CLUSTER_FOLDER = 'database';
const UNFINISHED_PREFIX = 'database.unfinished-';

/** An open database, and the functions of its REST API. */
interface Cluster extends Pick<Lite, 'answer' | 'forgetSchema'> {
  database: Database;
}

async function exists(file: string): Promise<boolean> {
  try {
    await access(file);
    return true;
  } catch {
    return false;
  }
}

/**
 * Makes sure that the data directory has a complete cluster. It is written to a temporary folder and renamed
 * in one step, so that a killed process leaves either no cluster or a complete one.
 */
async function ensureCluster(dataDirectory: string): Promise<string> {
  const directory = path.join(dataDirectory, CLUSTER_FOLDER);
  for (const name of await readdir(dataDirectory)) {
    if (name.startsWith(UNFINISHED_PREFIX)) await rm(path.join(dataDirectory, name), { recursive: true, force: true });
  }
  if (await exists(directory)) return directory;
  const unfinished = path.join(dataDirectory, UNFINISHED_PREFIX + randomUUID());
  await copyTemplate(unfinished);
  await rename(unfinished, directory);
  return directory;
}

/** How to open a cluster. */
interface ClusterOptions {
  /** The data directory. Without it, the database is in memory. */
  readonly dataDirectory?: string | undefined;
  readonly migrations: readonly Migration[];
  /** The clusters in memory of this process. Without it, databases in memory run all migrations. */
  readonly keptClusters?: KeptClusters | undefined;
  /** Whether the caller changes no schema before it serves requests. By default, it may. */
  readonly schemaIsFinal?: boolean;
  /** The maximum number of rows in a response of the Data API. */
  readonly maxRows?: number | undefined;
}

/**
 * Opens the database, creates it if needed, and runs its new migrations.
 * @throws StartError when the directory cannot be used or a migration fails.
 */
export async function openCluster({ dataDirectory, migrations, keptClusters, schemaIsFinal = false, maxRows = DEFAULT_MAX_ROWS }: ClusterOptions): Promise<Cluster> {
  // A kept cluster has the default.
  if (dataDirectory === undefined && keptClusters && maxRows === DEFAULT_MAX_ROWS) return keptClusters.open(migrations, { schemaIsFinal });
  const { engine, answer, forgetSchema } = dataDirectory === undefined ? await openLite({ cluster: await openTemplate(), maxRows }) : await openDirectory(dataDirectory, maxRows);
  const database = new Database(engine);
  try {
    await applyBaseline(database);
    await runMigrations(database, migrations);
  } catch (error) {
    await database.close();
    throw error;
  }
  return { database, answer, forgetSchema };
}

async function openDirectory(dataDirectory: string, maxRows: number): Promise<Lite> {
  const directory = await ensureCluster(dataDirectory);
  try {
    return await openLite({ directory, maxRows });
  } catch (cause) {
    throw new StartError(`The database in ${directory} cannot be opened. Move it away to start with a new database.`, { cause });
  }
}
