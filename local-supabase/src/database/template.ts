import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, readdir, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { Database } from './database.ts';
import { readMigrations, runMigrations } from './migrations.ts';
import { StartError } from '../options/start-error.ts';
import { openLite } from '../rest/lite-adapter.ts';

const packageDirectory = fileURLToPath(new URL('../..', import.meta.url));
// The database engine comes with @supabase/lite, which is pinned to one version.
const manifestSchema = v.object({ dependencies: v.object({ '@supabase/lite': v.string() }) });
const baselineDirectory = fileURLToPath(new URL('./baseline', import.meta.url));

/** Brings the schema that every database of this backend starts with to its newest version. */
export async function applyBaseline(database: Database): Promise<void> {
  await runMigrations(database, await readMigrations(baselineDirectory), 'local_supabase_baseline');
}

/** Where the template of this version of engine and baseline is kept between starts. */
async function templateFile(): Promise<string> {
  const hash = createHash('sha256');
  const manifest: unknown = JSON.parse(await readFile(path.join(packageDirectory, 'package.json'), 'utf8'));
  hash.update(v.parse(manifestSchema, manifest).dependencies['@supabase/lite']);
  for (const name of (await readdir(baselineDirectory)).sort()) {
    hash.update(await readFile(path.join(baselineDirectory, name)));
  }
  return path.join(packageDirectory, 'node_modules', '.cache', `cluster-${hash.digest('hex').slice(0, 16)}.tar`);
}

/**
 * Creates the template where there is none yet: a fresh cluster with the baseline in it. Takes seconds, because
 * Postgres's own initialisation runs in WebAssembly; every later first start copies the result.
 */
export async function buildTemplate(): Promise<void> {
  const file = await templateFile();
  if (await isFile(file)) return;
  const { engine } = await openLite({});
  const database = new Database(engine);
  await applyBaseline(database);
  const cluster = Buffer.from(await (await engine.dump()).arrayBuffer());
  await database.close();
  await mkdir(path.dirname(file), { recursive: true });
  const unfinished = `${file}.${randomUUID()}`;
  await writeFile(unfinished, cluster);
  await rename(unfinished, file);
}

async function isFile(file: string): Promise<boolean> {
  try {
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}

/**
 * The template, built when it is not there yet. It is built by a process of its own, because V8 finishes
 * the one-off work in half the time when it does not optimise (`--liftoff-only`), which would slow everything after.
 */
export async function openTemplate(): Promise<Blob> {
  const file = await templateFile();
  if (!(await isFile(file))) {
    const launcher = path.join(packageDirectory, 'bin', 'local-supabase.mjs');
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
  // Not `openAsBlob`: its blob cannot be read any more once another process that built the same template replaces the file.
  return new Blob([await readFile(file)]);
}
