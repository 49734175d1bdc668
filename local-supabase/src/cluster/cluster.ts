import { randomUUID } from 'node:crypto';
import { access, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Database } from '../database/database.ts';
import { runMigrations, type Migration } from '../database/migrations.ts';
import { StartError } from '../errors/start-error.ts';
import { DEFAULT_MAX_ROWS, openLite } from '../rest/lite-adapter.ts';
import type { Lite } from '../rest/lite-adapter.ts';
import { lockDirectory } from './directory-lock.ts';
import type { KeptClusters } from './kept-clusters.ts';
import { applyBaseline, copyTemplate, openTemplate } from './template.ts';

const CLUSTER_FOLDER = 'database';
const UNFINISHED_PREFIX = 'database.unfinished-';

/** An open database, and the functions of its REST API. */
interface Cluster extends Pick<Lite, 'respond' | 'forgetSchema'> {
  readonly database: Database;
  /** Closes the database and frees its directory. */
  readonly close: () => Promise<void>;
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

/** Which database to open. */
export interface ClusterOptions {
  /** The data directory. Without it, the database is in memory. */
  readonly dataDirectory?: string | undefined;
  readonly migrations: readonly Migration[];
  /** Whether the caller changes no schema before it serves requests. By default, it may. */
  readonly schemaIsFinal?: boolean;
  /** The maximum number of rows in a response of the Data API. */
  readonly maxRows?: number | undefined;
}

/** Opens the database of a backend. @throws StartError when it cannot be used or a migration fails */
export type OpenCluster = (options: ClusterOptions) => Promise<Cluster>;

/**
 * Opens the database in PGlite, creates it if needed, and runs its new migrations.
 * @param keptClusters the clusters in memory of this process; without them, databases in memory run all migrations
 * @throws StartError when the directory is in use or cannot be used, or a migration fails
 */
export async function openCluster({ dataDirectory, migrations, schemaIsFinal = false, maxRows = DEFAULT_MAX_ROWS }: ClusterOptions, keptClusters?: KeptClusters): Promise<Cluster> {
  if (dataDirectory !== undefined) return openDirectory(dataDirectory, migrations, maxRows);
  // A kept cluster has the default.
  if (!keptClusters || maxRows !== DEFAULT_MAX_ROWS) return migrated(await openLite({ cluster: await openTemplate(), maxRows }), migrations);
  const kept = await keptClusters.open(migrations, { schemaIsFinal });
  return { ...kept, close: () => kept.database.close() };
}

/**
 * Brings an open database up to date.
 * @throws StartError when a migration fails; the database is closed then
 */
export async function migrated({ engine, respond, forgetSchema }: Pick<Lite, 'engine' | 'respond' | 'forgetSchema'>, migrations: readonly Migration[]): Promise<Cluster> {
  const database = new Database(engine);
  try {
    await applyBaseline(database);
    await runMigrations(database, migrations);
  } catch (error) {
    await database.close();
    throw error;
  }
  return { database, respond, forgetSchema, close: () => database.close() };
}

async function openDirectory(dataDirectory: string, migrations: readonly Migration[], maxRows: number): Promise<Cluster> {
  const lock = await lockDirectory(dataDirectory);
  try {
    const cluster = await migrated(await openEngine(await ensureCluster(dataDirectory), maxRows), migrations);
    return {
      ...cluster,
      close: async () => {
        try {
          await cluster.close();
        } finally {
          await lock.release();
        }
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function openEngine(directory: string, maxRows: number): Promise<Lite> {
  try {
    return await openLite({ directory, maxRows });
  } catch (cause) {
    throw new StartError(`The database in ${directory} cannot be opened. Move it away to start with a new database.`, { cause });
  }
}
