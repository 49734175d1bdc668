import { openStore } from './open-store.ts';
import { SettingsError } from './settings-error.ts';
import { readSettings, type Settings } from './settings.ts';
import { createSiteServer } from './site-server.ts';
import { siteAddress } from './site-address.ts';
import { stopOnSignals } from './stop-on-signals.ts';

const loopback: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);

/** Starts the server and keeps it until a signal. */
async function start(settings: Settings): Promise<void> {
  const { host, port } = settings;
  const { store, hasReleaseNews, sayTo } = openStore(settings);
  const server = await createSiteServer({
    ...settings,
    store,
    hasReleaseNews,
    // Only a developer's own machine: behind a proxy, requests from outside come from the loopback address too.
    serveSourceMaps: loopback.has(host) && settings.trustProxy === false,
    logger: true,
  });
  sayTo(server.log);
  stopOnSignals(server);
  try {
    await server.listen({ host, port });
  } catch (cause) {
    throw listenError(cause, host, port);
  }
  process.send?.({ type: 'ready', url: siteAddress(server, host) });
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
      return new SettingsError('HOST', `${host} is no address of this machine. Set HOST to 127.0.0.1 or 0.0.0.0.`);
    default:
      return cause;
  }
}

try {
  await start(readSettings(process.env));
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
  // A parent that listens gets the line before this process goes.
  if (process.connected) process.disconnect();
}
