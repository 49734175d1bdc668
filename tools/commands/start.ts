import { migrateOnEnter } from '../start/migrate-on-enter.ts';
import { SiteServices } from '../start/site-services.ts';
import { readStartOptions } from '../start/start-options.ts';
import { backendText, startSite } from '../start/start-site.ts';
import { printReadableFailure } from './readable-failure.ts';

let services: SiteServices | null = null;
let stopReading: (() => void) | null = null;

try {
  const options = readStartOptions(process.argv.slice(2), process.env);
  services = new SiteServices(options);
  process.once('SIGINT', () => void stopAll());
  process.once('SIGTERM', () => void stopAll());
  const site = await startSite(options, services, options.port);
  console.log(`\nAtrium is ready at ${site.url} (started in ${process.uptime().toFixed(1)} s)`);
  console.log(backendText(site, options));
  stopReading = site.embedded && migrateOnEnter(site.embedded);
  console.log('Ctrl-C stops it.');
  await services.untilStopped();
  await stopAll();
} catch (error) {
  await stopAll();
  printReadableFailure(error);
}

async function stopAll(): Promise<void> {
  stopReading?.();
  await services?.stop();
  process.disconnect?.();
}
