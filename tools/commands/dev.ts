import path from 'node:path';
import { developSite, type SiteSources } from '@atrium/page-kit/development';
import { GALLERY, ROOT } from '../repository/repository.ts';
import { migrateOnEnter } from '../start/migrate-on-enter.ts';
import { SiteServices } from '../start/site-services.ts';
import { readStartOptions } from '../start/start-options.ts';
import { backendText, startSite } from '../start/start-site.ts';
import { printReadableFailure } from './readable-failure.ts';

/** The parts that run in a browser. */
const SOURCES: SiteSources = {
  shell: { root: path.join(ROOT, 'shell'), routerFacade: 'src/router-facade.ts' },
  auth: { root: path.join(ROOT, 'auth-remote'), module: './src/auth.tsx' },
  pages: ['pages-remote/account', 'pages-remote/workspace', GALLERY.folder].map((folder) => path.join(ROOT, folder)),
};

let stop = (): Promise<void> => Promise.resolve();

try {
  const options = readStartOptions(process.argv.slice(2), process.env);
  const services = new SiteServices(options);
  stop = () => services.stop();
  const interrupted = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        resolve();
        // Also stops a start that has not finished.
        void services.stop();
      });
    }
  });
  // The development server takes the site's port, so that mailed links and bookmarks lead to it.
  const site = await startSite(options, services, 0);
  const server = await developSite({ sources: SOURCES, site: site.url, port: options.port, printError: (text) => console.error(text) });
  let stopReading: (() => void) | null = null;
  stop = async () => {
    stopReading?.();
    await server.close();
    await services.stop();
  };
  console.log(`\nAtrium is ready at ${server.url}. Every part runs from its sources.`);
  console.log(backendText(site, options));
  stopReading = site.embedded && migrateOnEnter(site.embedded);
  console.log('Ctrl-C stops it.');
  await Promise.race([services.untilStopped(), interrupted]);
  await stop();
} catch (error) {
  await stop();
  printReadableFailure(error);
}
