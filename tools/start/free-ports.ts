import { createServer } from 'node:net';
import * as v from 'valibot';
import type { StartOptions } from './start-options.ts';
import { StartError } from './start-error.ts';

const LOOPBACK = '127.0.0.1';

const takenError = v.object({ code: v.literal('EADDRINUSE') });

/**
 * Looks whether the site's ports are free before anything is built, so that nobody waits a minute to hear of another site
 * that still runs. Each service sees for itself again when it listens.
 * @throws {StartError} that names the setting of the first port that is taken.
 */
export async function requireFreePorts({ port, apiPort, inboxPort, hosted, environment }: StartOptions): Promise<void> {
  const backend = hosted ? {} : { ATRIUM_API_PORT: apiPort, ATRIUM_INBOX_PORT: inboxPort };
  if (await isTaken(port, environment['HOST']?.trim() || LOOPBACK)) throw takenPort('PORT', port);
  for (const [setting, wanted] of Object.entries(backend)) {
    if (await isTaken(wanted, LOOPBACK)) throw takenPort(setting, wanted);
  }
}

/** Whether something listens there; every other trouble is left to the service that explains it. */
function isTaken(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error) => resolve(v.is(takenError, error)));
    probe.listen(port, host, () => probe.close(() => resolve(false)));
  });
}

function takenPort(setting: string, port: number): StartError {
  return new StartError(`${setting} ${String(port)} is taken. Stop what listens there, or set ${setting} to a free port.`);
}
