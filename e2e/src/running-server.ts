import path from 'node:path';
import { ServiceProcess } from '../../scripts/service-process.ts';
import { ROOT } from '../../scripts/site-parts.ts';
import type { RunningBackend } from './running-backend.ts';

/** Starts the site's own server over a folder of releases, with further settings; `onLog` gets what it logs. Gives back the function that ends it. */
export async function runServer(
  port: number,
  releases: string,
  { apiUrl, publishableKey }: Pick<RunningBackend, 'apiUrl' | 'publishableKey'>,
  onLog: (text: string) => void = () => undefined,
  environment: NodeJS.ProcessEnv = {},
): Promise<() => Promise<void>> {
  const server = new ServiceProcess("The site's server", path.join(ROOT, 'credentials-server/src/command.ts'), [], {
    ...process.env,
    PORT: String(port),
    RELEASES_DIR: releases,
    SUPABASE_URL: apiUrl,
    SUPABASE_KEY: publishableKey,
    ...environment,
  });
  server.output?.on('data', (chunk: Buffer) => onLog(chunk.toString()));
  await server.ready;
  return () => server.stop();
}
