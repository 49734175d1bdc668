import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDirectoryStore } from '@atrium/releases/directory-store';
import type { ReleaseStore } from '@atrium/releases/release-store';
import * as v from 'valibot';
import { buildStaleParts } from '../../../tools/build/build-parts.ts';
import { publishBuilds } from '../../../tools/start/publish-builds.ts';
import { ServiceProcess } from '../../../tools/start/service-process.ts';
import { ROOT } from '../../../tools/repository/repository.ts';

const readySchema = v.object({ url: v.string() });

const NO_BACKEND = { apiUrl: 'http://127.0.0.1:54321', publishableKey: 'sb_publishable_no-backend-is-behind-it' };

/** A site that listens. */
export interface RunningSite {
  readonly url: string;
  stop(): Promise<void>;
}

/** The real site, and the store that its files come from. */
export interface RealSite extends RunningSite {
  readonly store: ReleaseStore;
  /** Folder of the store. */
  readonly directory: string;
}

/**
 * Builds what is stale and serves the site as `npm start` does, from a store of its own.
 * @param backend left out, none is behind the Supabase address: a visitor without a session sees the log-in form without one
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
