import { migrateOnEnter } from '../start/migrate-on-enter.ts';
import { SiteServices } from '../start/site-services.ts';
import { readStartOptions } from '../start/start-options.ts';
import { backendText, startSite } from '../start/start-site.ts';
import { printReadableFailure } from './readable-failure.ts';

let services: SiteServices | null = null;
let stopReading: (() => void) | null = null;
let isReady = false;

try {
  const options = readStartOptions(process.argv.slice(2), process.env);
  services = new SiteServices(options);
  process.once('SIGINT', () => void stop());
  process.once('SIGTERM', () => void stop());
  const site = await startSite(options, services, options.port);
  console.log(`\nAtrium is ready at ${site.url} (started in ${process.uptime().toFixed(1)} s)`);
  console.log(backendText(site, options));
  isReady = true;
  stopReading = site.embedded && migrateOnEnter(site.embedded);
  console.log('Ctrl-C stops it.');
  await services.untilStopped();
  await stopAll();
} catch (error) {
  await stopAll();
  printReadableFailure(error);
}

/** Before the site is ready, ends the process too: a build or a publish would go on, and then start the site. */
async function stop(): Promise<void> {
  await stopAll();
  if (!isReady) process.exit(1);
}

async function stopAll(): Promise<void> {
  stopReading?.();
  await services?.stop();
  process.disconnect?.();
}
