import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { lockDirectory } from '@atrium/local-supabase/directory-lock';
import * as v from 'valibot';
import { buildStaleParts } from '../build/build-parts.ts';
import { ROOT } from '../repository/repository.ts';
import { publishBuilds } from './publish-builds.ts';
import type { EmbeddedBackend, SiteServices } from './site-services.ts';
import { StartError } from './start-error.ts';
import { requireServerSettings, type StartOptions } from './start-options.ts';

const LOOPBACK = '127.0.0.1';

/** A running site. */
export interface StartedSite {
  readonly url: string;
  /** Null with a hosted project. */
  readonly embedded: EmbeddedBackend | null;
}

/**
 * Builds the stale parts and starts the site.
 *
 * @param serverPort port of the site's server; 0 for any free port
 * @throws {BuildFailedError|SettingsError|StartError}
 */
export async function startSite(options: StartOptions, services: SiteServices, serverPort: number): Promise<StartedSite> {
  requireServerSettings(options);
  await requireFreePorts(options);
  await Promise.all([
    buildStaleParts((name) => console.log(`Building ${name} …`)),
    options.hosted ? undefined : prepareBackend(),
  ]);
  if (options.reset) await removeData(options.data);
  const releases = options.memory ? temporaryFolder() : path.join(options.data, 'releases');
  const backend = options.hosted ? null : services.startBackend();
  // Awaited below. Without this handler, a rejection before that would end the process.
  backend?.catch(() => undefined);
  await publishBuilds(releases);
  const embedded = await backend;
  const url = await services.startServer(serverPort, releases, embedded);
  return { url, embedded };
}

/** Removes the backend's data and the releases of earlier starts. @throws {StartError} if another site uses them, or the folder contains the repository */
export async function removeData(data: string): Promise<void> {
  if (`${ROOT}${path.sep}`.startsWith(`${data}${path.sep}`)) throw new StartError('Nothing was removed. ATRIUM_DATA is a folder that contains this repository. Set it to a folder of its own.');
  const lock = await lockDirectory(path.join(data, 'supabase')).catch((cause: unknown) => {
    throw new StartError(`Nothing was removed. ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  });
  try {
    // Nothing else: the folder also has accepted pictures and packed packages.
    for (const folder of ['releases', 'supabase']) await rm(path.join(data, folder), { recursive: true, force: true });
  } finally {
    await lock.release();
  }
}

/** A line that says which backend the site uses. */
export function backendText({ embedded }: StartedSite, { environment }: StartOptions): string {
  if (embedded) return `Mail arrives at ${embedded.inboxUrl}. The embedded Supabase API is at ${embedded.apiUrl}.`;
  return `The site uses the Supabase project at ${environment['SUPABASE_URL'] ?? ''}.`;
}

const portTakenSchema = v.object({ code: v.literal('EADDRINUSE') });

/**
 * Checks that the site's ports are free before the build, which takes a minute. Each service checks its port again when it listens.
 * @throws {StartError} that names the setting of the first port that is taken
 */
export async function requireFreePorts({ port, apiPort, inboxPort, hosted, environment }: StartOptions): Promise<void> {
  const backend = hosted ? {} : { ATRIUM_API_PORT: apiPort, ATRIUM_INBOX_PORT: inboxPort };
  if (await isTaken(port, environment['HOST']?.trim() || LOOPBACK)) throw portTaken('PORT', port);
  for (const [setting, backendPort] of Object.entries(backend)) {
    if (await isTaken(backendPort, LOOPBACK)) throw portTaken(setting, backendPort);
  }
}

/** Whether another process listens there. Other errors are left to the service, which explains them. */
function isTaken(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error) => resolve(v.is(portTakenSchema, error)));
    probe.listen(port, host, () => probe.close(() => resolve(false)));
  });
}

function portTaken(setting: string, port: number): StartError {
  return new StartError(`${setting} ${String(port)} is taken. Stop what listens there, or set ${setting} to a free port.`);
}

/**
 * Lets the embedded backend create its template of an empty database, if there is none. That takes several seconds, so it
 * happens beside the build.
 */
async function prepareBackend(): Promise<void> {
  try {
    // `--liftoff-only`: for code that runs once, V8's optimisation costs more time than it saves.
    await promisify(execFile)(process.execPath, ['--liftoff-only', path.join(ROOT, 'local-supabase/bin/local-supabase.mjs'), 'prepare']);
  } catch (cause) {
    throw new StartError(`The embedded backend could not be prepared: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/** A folder that is deleted when this process ends, unless it is killed. */
function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-releases-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
