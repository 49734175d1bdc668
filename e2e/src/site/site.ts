import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as v from 'valibot';
import { freePort, reuseSitePort, sitePort } from './free-port.ts';
import { copyPublishedBuilds } from './published-builds.ts';
import { runBackend, type Backend, type RunningBackend } from './backend.ts';
import { runServer } from './site-server.ts';

/** A complete site: embedded backend, server and release store. */
export interface Site {
  readonly url: string;
  readonly backend: Backend;
  /** The folder of the release store. */
  readonly releases: string;
}

/** A site that a test started. */
export interface RunningSite extends Site {
  stop(): Promise<void>;
}

/**
 * Starts a site on free ports, with additional options for the backend. Resolves when it is ready.
 *
 * @param published resolves once the builds of this run are published. The backend starts meanwhile.
 */
export async function runSite(flags: readonly string[] = [], published?: Promise<void>): Promise<RunningSite & { readonly backend: RunningBackend }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'atrium-e2e-'));
  const port = await freePort();
  const backend = await runBackend(folder, `http://localhost:${port}`, flags);
  await published;
  const stopServer = await serveReleases(path.join(folder, 'releases'), port, backend);
  return {
    url: `http://localhost:${port}`,
    backend,
    releases: path.join(folder, 'releases'),
    async stop() {
      await stopServer();
      await backend.stop();
      await removeStore(folder);
    },
  };
}

/** Starts another site on the same backend, with additional settings and its own release store, which a test can damage. */
export async function runSiteBeside({ backend }: Pick<Site, 'backend'>, environment: NodeJS.ProcessEnv = {}): Promise<RunningSite> {
  const releases = await mkdtemp(path.join(tmpdir(), 'atrium-e2e-releases-'));
  const port = await sitePort();
  const stopServer = await serveReleases(releases, port, backend, environment);
  return {
    url: `http://localhost:${port}`,
    backend,
    releases,
    async stop() {
      await stopServer();
      reuseSitePort(port);
      await removeStore(releases);
    },
  };
}

async function serveReleases(releases: string, port: number, backend: Backend, environment?: NodeJS.ProcessEnv): Promise<() => Promise<void>> {
  await copyPublishedBuilds(releases);
  return runServer(port, releases, backend, undefined, environment);
}

/** Removes the folder of a release store. A server that has just stopped may still be writing reports to it. */
export function removeStore(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}

/** The environment variable that passes the shared sites to the workers. */
const SITES = 'ATRIUM_E2E_SITES';

const siteSchema = v.object({
  url: v.string(),
  releases: v.string(),
  backend: v.object({ apiUrl: v.string(), inboxUrl: v.string(), publishableKey: v.string(), secretKey: v.string() }),
});

const sitesSchema = v.object({ open: siteSchema, confirming: siteSchema });

/**
 * Passes the sites that the whole run shares to the workers: one where new accounts can be used immediately, and one that
 * requires a confirmed email address.
 */
export function shareSites(open: RunningSite, confirming: RunningSite): void {
  process.env[SITES] = JSON.stringify(v.parse(sitesSchema, { open, confirming }));
}

/** A shared site of this run. Tests use unique email addresses on it, and never change its releases. */
export function sharedSite(which: keyof v.InferOutput<typeof sitesSchema>): Site {
  const sites = process.env[SITES];
  if (sites === undefined) throw new Error('No site was started. Run the tests with playwright.config.ts, whose global setup starts them.');
  return v.parse(sitesSchema, JSON.parse(sites))[which];
}
