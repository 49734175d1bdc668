import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { Database } from '../database/database.ts';
import { readMigrations, runBaseline } from '../database/migrations.ts';
import { StartError } from '../errors/start-error.ts';
import { openLite } from '../rest/lite-adapter.ts';

const PACKAGE_DIRECTORY = fileURLToPath(new URL('../..', import.meta.url));
// The database engine comes with @supabase/lite, which is pinned to one version.
const manifestSchema = v.object({ dependencies: v.object({ '@supabase/lite': v.string() }) });
const BASELINE_DIRECTORY = fileURLToPath(new URL('./baseline', import.meta.url));

/** Updates the backend's own schema in a database to the newest version. */
export async function applyBaseline(database: Database): Promise<void> {
  await runBaseline(database, await readMigrations(BASELINE_DIRECTORY));
}

/**
 * Makes the template cheaper to copy and to open. Postgres needs its own template databases only to create databases, which
 * this backend never does, and they are more than half of the cluster's files. After a checkpoint, starts do not replay the baseline from
 * the write-ahead log. The statements run one by one, because most are not allowed in a transaction.
 */
const SHRINKING_STATEMENTS = [
  'update pg_database set datistemplate = false',
  'drop database template0',
  'drop database template1',
  'checkpoint',
];

/** The cache folder of the template for this version of the engine and the baseline. */
async function templateFolder(): Promise<string> {
  const hash = createHash('sha256');
  const manifest: unknown = JSON.parse(await readFile(path.join(PACKAGE_DIRECTORY, 'package.json'), 'utf8'));
  hash.update(v.parse(manifestSchema, manifest).dependencies['@supabase/lite']);
  for (const name of (await readdir(BASELINE_DIRECTORY)).sort()) {
    hash.update(await readFile(path.join(BASELINE_DIRECTORY, name)));
  }
  hash.update(SHRINKING_STATEMENTS.join());
  return path.join(PACKAGE_DIRECTORY, 'node_modules', '.cache', `cluster-${hash.digest('hex').slice(0, 16)}`);
}

/** The template folder has the cluster twice: as a tar file for databases in memory, and unpacked for data directories. */
const tarIn = (folder: string): string => path.join(folder, 'cluster.tar');
const directoryIn = (folder: string): string => path.join(folder, 'cluster');

/**
 * Creates the template, a new cluster with the baseline, if it does not exist yet. Takes seconds, because
 * Postgres initialises itself in WebAssembly. Later starts copy the result.
 */
export async function buildTemplate(): Promise<void> {
  const folder = await templateFolder();
  if (await isDirectory(folder)) return;
  const unfinished = `${folder}.${randomUUID()}`;
  try {
    await mkdir(unfinished, { recursive: true });
    const cluster = await createCluster();
    await writeFile(tarIn(unfinished), cluster);
    const { engine } = await openLite({ directory: directoryIn(unfinished), cluster: new Blob([cluster]) });
    await engine.close();
    await rename(unfinished, folder);
  } catch (cause) {
    // Each of them would occupy about 40 MB.
    await rm(unfinished, { recursive: true, force: true });
    // Another process may have built the same template in the meantime.
    if (!(await isDirectory(folder))) throw cause;
  }
}

/** A new cluster with the baseline, as a tar file. */
async function createCluster(): Promise<Buffer<ArrayBuffer>> {
  const { engine } = await openLite({});
  const database = new Database(engine);
  await applyBaseline(database);
  for (const statement of SHRINKING_STATEMENTS) await engine.exec(statement);
  const cluster = Buffer.from(await (await engine.dump()).arrayBuffer());
  await database.close();
  return cluster;
}

async function isDirectory(file: string): Promise<boolean> {
  try {
    return (await stat(file)).isDirectory();
  } catch {
    return false;
  }
}

/** The template as a tar file, for a database in memory. */
export async function openTemplate(): Promise<Blob> {
  return new Blob([await readFile(tarIn(await requireTemplate()))]);
}

/** Copies the template to a directory that does not exist yet. Postgres takes seconds longer to unpack the tar file there. */
export async function copyTemplate(directory: string): Promise<void> {
  await cp(directoryIn(await requireTemplate()), directory, { recursive: true });
}

/**
 * The folder of the template, which is built if it does not exist yet. A separate process builds it, because V8 finishes
 * this one-off work in half the time without optimising (`--liftoff-only`), but everything afterwards would be slower.
 */
export async function requireTemplate(): Promise<string> {
  const folder = await templateFolder();
  if (!(await isDirectory(folder))) {
    const launcher = path.join(PACKAGE_DIRECTORY, 'bin', 'local-supabase.mjs');
    await new Promise<void>((resolve, reject) => {
      const child = spawn(process.execPath, ['--liftoff-only', launcher, 'prepare'], { stdio: ['ignore', 'ignore', 'pipe'] });
      let complaint = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        complaint += text;
      });
      child.once('error', reject);
      child.once('exit', (code) => {
        if (code === 0) resolve();
        else reject(new StartError(`The database could not be initialised: ${complaint.trim()}. Run "local-supabase prepare" to see why.`));
      });
    });
  }
  return folder;
}
