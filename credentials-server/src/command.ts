import type { FastifyInstance } from 'fastify';
import { openReleaseStore } from './config/release-store.ts';
import { readSettings, SettingsError, type Settings } from './config/settings.ts';
import { LogStream } from './http/log-stream.ts';
import { createSiteServer } from './server.ts';
import { Alerts } from './site/alerts.ts';

/** Hosts that a browser on this machine reaches as `localhost`. */
const LOCALHOST_HOSTS: ReadonlySet<string> = new Set(['0.0.0.0', '::', '127.0.0.1', '::1']);

/** Milliseconds that requests in flight have to finish when the server stops. */
const STOP_TIMEOUT_MS = 5000;

/** Starts the server, which then runs until a signal. */
async function start(settings: Settings): Promise<void> {
  const { host, port } = settings;
  const { store, hasReleaseBroadcast, reportTo } = openReleaseStore(settings);
  const alerts = settings.alerts && new Alerts(settings.alerts, store);
  const server = await createSiteServer({
    ...settings,
    store,
    alerts,
    hasReleaseBroadcast,
    readSignInMethods: true,
    logger: { stream: new LogStream(process.stdout) },
  });
  reportTo(server.log, (error) => alerts?.storeReported(error));
  stopOnSignals(server);
  try {
    await server.listen({ host, port });
  } catch (cause) {
    throw listenError(cause, host, port);
  }
  process.send?.({ type: 'ready', url: addressOf(server, host) });
}

function listenError(cause: unknown, host: string, port: number): unknown {
  const code = cause instanceof Error && 'code' in cause ? cause.code : null;
  switch (code) {
    case 'EADDRINUSE':
      return new SettingsError('PORT', `${port} is taken. Stop what listens there, or set PORT to a free port.`);
    case 'EACCES':
      return new SettingsError('PORT', `${port} may not be used by this user. Set PORT to a number above 1023.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new SettingsError('HOST', `${host} is not an address of this machine. Set HOST to 127.0.0.1 or 0.0.0.0.`);
    default:
      return cause;
  }
}

/** The URL to open in a browser on this machine. */
function addressOf(server: FastifyInstance, host: string): string {
  const listening = server.server.address();
  const port = typeof listening === 'object' && listening !== null ? `:${listening.port}` : '';
  const name = LOCALHOST_HOSTS.has(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}${port}`;
}

/**
 * Stops the server on SIGTERM and SIGINT, and when the parent process exits: it refuses new connections, closes idle
 * ones and gives requests in flight some time to finish. Only the first signal counts, because a terminal and a parent
 * may both send one.
 */
function stopOnSignals(server: FastifyInstance): void {
  let isStopping = false;

  async function stop(reason: string): Promise<void> {
    if (isStopping) return;
    isStopping = true;
    server.log.info({ reason }, 'stopping');
    const timer = setTimeout(() => {
      server.log.warn('requests in flight took too long and were cut off');
      server.server.closeAllConnections();
    }, STOP_TIMEOUT_MS);
    await server.close();
    clearTimeout(timer);
    server.log.info('stopped');
    if (process.connected) process.disconnect();
  }

  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));
  // Otherwise the server would outlive its parent and keep the port.
  process.on('disconnect', () => void stop('the parent process is gone'));
}

try {
  await start(readSettings(process.env));
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
  // The open channel to the parent would keep this process alive.
  if (process.connected) process.disconnect();
}
