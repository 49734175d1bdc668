import { rm } from 'node:fs/promises';
import path from 'node:path';
import { buildStaleParts } from '../build/build-parts.ts';
import { requireFreePorts } from './free-ports.ts';
import { prepareBackend } from './prepare-backend.ts';
import { publishBuilds } from './publish-builds.ts';
import { requireServerSettings } from './server-settings.ts';
import type { EmbeddedBackend, SiteServices } from './site-services.ts';
import type { StartOptions } from './start-options.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A site that runs. */
export interface StartedSite {
  readonly url: string;
  /** Null where a hosted project is used. */
  readonly embedded: EmbeddedBackend | null;
}

/**
 * Builds what is stale and starts the site.
 *
 * @param serverPort where the site's server listens; 0 for any free port
 * @throws {BuildFailedError|SettingsError|StartError}
 */
export async function startSite(options: StartOptions, services: SiteServices, serverPort: number): Promise<StartedSite> {
  requireServerSettings(options);
  await requireFreePorts(options);
  await Promise.all([
    buildStaleParts((name) => console.log(`Building ${name} …`)),
    options.hosted ? undefined : prepareBackend(),
  ]);
  if (options.reset) await rm(options.data, { recursive: true, force: true });
  const releases = options.memory ? temporaryFolder() : path.join(options.data, 'releases');
  const backend = options.hosted ? null : services.startBackend();
  // Looked at below; a failure before that is not to end this process by itself.
  backend?.catch(() => undefined);
  await publishBuilds(releases);
  const embedded = await backend;
  const url = await services.startServer(serverPort, releases, embedded);
  return { url, embedded };
}

/** Where the data of a site is, in one line. */
export function backendText({ embedded }: StartedSite, { environment }: StartOptions): string {
  if (embedded) return `Mail arrives at ${embedded.inboxUrl}, the embedded Supabase API is at ${embedded.apiUrl}`;
  return `It uses the Supabase project at ${environment['SUPABASE_URL'] ?? ''}`;
}
