import { Writable } from 'node:stream';
import { openReleaseStore } from '@atrium/credentials-server/release-store';
import { createSiteServer } from '@atrium/credentials-server/server';
import { readSettings } from '@atrium/credentials-server/settings';
import type { Backend } from './backend.ts';

/** Milliseconds that requests have to end when a server stops. */
const PATIENCE = 1_000;

/**
 * Starts the site's own server over a folder of releases, with further settings; `onLog` gets what it logs. The server
 * runs in this process, where it starts in some tens of milliseconds, so that each test that damages releases can have
 * one of its own. start.spec.ts runs the server as a process.
 *
 * @returns the function that ends it
 */
export async function runServer(
  port: number,
  releases: string,
  { apiUrl, publishableKey }: Pick<Backend, 'apiUrl' | 'publishableKey'>,
  onLog: (text: string) => void = () => undefined,
  environment: NodeJS.ProcessEnv = {},
): Promise<() => Promise<void>> {
  const settings = readSettings({ PORT: String(port), RELEASES_DIR: releases, SUPABASE_URL: apiUrl, SUPABASE_KEY: publishableKey, ...environment });
  const { store, hasReleaseNews, logTo } = openReleaseStore(settings);
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      onLog(chunk.toString());
      done();
    },
  });
  const server = await createSiteServer({ ...settings, store, hasReleaseNews, serveSourceMaps: settings.trustProxy === false, logger: { stream } });
  logTo(server.log);
  await server.listen({ host: settings.host, port });
  return async () => {
    const late = setTimeout(() => server.server.closeAllConnections(), PATIENCE);
    await server.close();
    clearTimeout(late);
  };
}
