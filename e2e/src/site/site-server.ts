import { Writable } from 'node:stream';
import { openReleaseStore } from '@atrium/credentials-server/release-store';
import { createSiteServer } from '@atrium/credentials-server/server';
import { readSettings } from '@atrium/credentials-server/settings';
import type { Backend } from './backend.ts';

/** Milliseconds after which a stopping server closes its open connections. */
const CLOSE_TIMEOUT = 1_000;

/**
 * Starts the site's server on a folder of releases, with additional settings. The server runs in this process, where
 * it starts within some tens of milliseconds, so that each test that damages releases can have its own. start.spec.ts
 * runs the server as a process.
 *
 * @param onLog receives the log
 * @returns a function that stops the server
 */
export async function runServer(
  port: number,
  releases: string,
  { apiUrl, publishableKey }: Pick<Backend, 'apiUrl' | 'publishableKey'>,
  onLog: (text: string) => void = () => undefined,
  environment: NodeJS.ProcessEnv = {},
): Promise<() => Promise<void>> {
  const settings = readSettings({ PORT: String(port), RELEASES_DIR: releases, SUPABASE_URL: apiUrl, SUPABASE_KEY: publishableKey, ...environment });
  const { store, hasReleaseBroadcast, reportTo } = openReleaseStore(settings);
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      onLog(chunk.toString());
      done();
    },
  });
  const server = await createSiteServer({ ...settings, alerts: null, store, hasReleaseBroadcast, readSignInMethods: true, serveSourceMaps: settings.trustProxy === false, logger: { stream } });
  reportTo(server.log, () => undefined);
  await server.listen({ host: settings.host, port });
  return async () => {
    const late = setTimeout(() => server.server.closeAllConnections(), CLOSE_TIMEOUT);
    await server.close();
    clearTimeout(late);
  };
}
