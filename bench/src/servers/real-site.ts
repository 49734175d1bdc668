import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openDirectoryStore } from '@atrium/releases/stores/directory';
import { releaseSetSchema } from '@atrium/releases/wire';
import type { ReleaseStore } from '@atrium/releases/stores';
import * as v from 'valibot';
import { buildStaleParts } from '../../../tools/build/build-parts.ts';
import { ROOT } from '../../../tools/repository/repository.ts';
import { publishBuilds } from '../../../tools/start/publish-builds.ts';
import { ServiceProcess } from '../../../tools/start/service-process.ts';

const readySchema = v.object({ url: v.string() });

const NO_BACKEND = { apiUrl: 'http://127.0.0.1:54321', publishableKey: 'sb_publishable_no-backend-is-behind-it' };

/** A running site. */
export interface RunningSite {
  readonly url: string;
  stop(): Promise<void>;
}

/** The real site, and the store with its releases. */
export interface RealSite extends RunningSite {
  readonly store: ReleaseStore;
  /** Folder of the store. */
  readonly directory: string;
}

/**
 * Builds the stale parts and serves the site as `npm start` does, from a store of its own.
 * @param backend by default none: a visitor without a session sees the log-in form without a backend
 * @throws {BuildFailedError|StartError}
 */
export async function startRealSite(report: (line: string) => void, backend = NO_BACKEND): Promise<RealSite> {
  await buildStaleParts((name) => report(`Building ${name} …`));
  const directory = await mkdtemp(path.join(tmpdir(), 'atrium-bench-'));
  await publishBuilds(directory);
  const service = new ServiceProcess("The site's server", path.join(ROOT, 'credentials-server/src/command.ts'), [], {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: '0',
    API_BASE_URL: '',
    ALLOW_DEVELOPMENT: 'true',
    RELEASES_DIR: directory,
    SUPABASE_URL: backend.apiUrl,
    SUPABASE_KEY: backend.publishableKey,
  });
  const stop = async () => {
    await service.stop();
    await rm(directory, { recursive: true, force: true });
  };
  try {
    const { url } = v.parse(readySchema, await service.ready);
    return { url, store: openDirectoryStore(directory), directory, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Runs a task with some sites, and stops them after it, the last one first.
 * @param task receives a function that registers a starting site and returns it
 */
export async function withSites<Value>(
  task: (keep: <Site extends RunningSite>(site: Promise<Site>) => Promise<Site>) => Promise<Value>,
): Promise<Value> {
  const running: RunningSite[] = [];
  try {
    return await task(async (starting) => {
      const site = await starting;
      running.push(site);
      return site;
    });
  } finally {
    for (const site of running.reverse()) await site.stop();
  }
}

/** Milliseconds between two requests, and after which a release counts as missing. */
const POLL_MS = 10;
const VISIBLE_LIMIT_MS = 30_000;

/**
 * Waits until a new tab would run a release of a page module.
 * @param page URL of a page of the module
 * @throws {Error} if that takes too long
 */
export async function releaseIsVisible(page: string, module: string, release: string): Promise<void> {
  const end = performance.now() + VISIBLE_LIMIT_MS;
  while ((await releaseInDocument(page, module)) !== release) {
    if (performance.now() > end) throw new Error(`Release ${release} of ${module} did not become visible.`);
    await pause(POLL_MS);
  }
}

async function releaseInDocument(page: string, module: string): Promise<string | undefined> {
  const document = await (await fetch(page, { headers: { accept: 'text/html' } })).text();
  const [, set] = /<script type="application\/json" id="atrium-release-set">(.*?)<\/script>/s.exec(document) ?? [];
  const { pages } = v.parse(v.pipe(v.string(), v.parseJson(), releaseSetSchema), set);
  return pages.find(({ name }) => name === module)?.release;
}
