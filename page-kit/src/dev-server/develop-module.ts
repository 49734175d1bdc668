import type { ModuleManifest } from '@atrium/releases/model';
import type { ReleaseSet } from '@atrium/releases/wire';
import { fetchDevelopmentShell, fetchReleaseSet, type DevelopmentShell } from '../site-proxy/site-client.ts';
import { developPageModule } from './developed-parts.ts';
import { choosePort, startDevelopmentServer, type DevelopmentServer } from './development-server.ts';

/** What to develop, and where. */
export interface ModuleDevelopment {
  /** Folder of the page module. */
  readonly root: string;
  /** Origin of the site. */
  readonly site: string;
  /** Undefined for the first free port. */
  readonly port: number | undefined;
  /** Prints progress and build errors. */
  readonly output: { step(text: string): void; printError(text: string): void };
}

/** A running development server. */
export interface RunningDevelopment extends DevelopmentServer {
  /** Lines for the user: the server's URL, and how edits appear. */
  readonly text: readonly string[];
}

/** Develops a page module inside a site. @throws DevelopmentError; SiteProxyError if there is no site */
export async function developModule({ root, site, port: wantedPort, output }: ModuleDevelopment): Promise<RunningDevelopment> {
  const port = await choosePort(wantedPort);
  output.step(`Reading the releases of ${site}`);
  const [set, shell] = await Promise.all([fetchReleaseSet(site), fetchDevelopmentShell(site)]);
  const refresh = shell.shell !== null;
  const printError = (text: string): void => output.printError(text);
  const part = developPageModule({ root, refresh, liveSite: { origin: site, print: printError } });
  output.step('Building the module');
  const server = await startDevelopmentServer({
    site, port, refresh, parts: [part], shellFor: cachedShell(site, shell), printError,
  });
  return { ...server, text: startText(server, set, part.manifest(), shell) };
}

/** Requests the development build of each release of the shell once. */
function cachedShell(site: string, first: DevelopmentShell) {
  let known = first;
  return async (release: string) => {
    if (known.shell !== null && known.shell.release !== release) known = await fetchDevelopmentShell(site);
    return known.shell;
  };
}

function startText({ url, hasErrors }: DevelopmentServer, set: ReleaseSet, { name, routes }: Pick<ModuleManifest, 'name' | 'routes'>, shell: DevelopmentShell): string[] {
  const [first = '/'] = Object.values(routes);
  const path = first.replace(/\/\*$/, '').replace(/\/:.*$/, '') || '/';
  const live = set.pages.some((page) => page.name === name);
  return [
    '',
    hasErrors ? `${name} has errors (see above). When they are fixed, it appears at ${url}${path}` : `${name} is ready at ${url}${path}`,
    live || !set.complete
      ? 'It replaces the live module, on this machine only.'
      : 'It is not live yet. On this machine, it is part of the site.',
    ...(shell.shell === null
      ? [`Each edit reloads the page and discards form input: ${shell.reason}`]
      : ['Edited components keep their state.']),
    'Press Ctrl-C to stop.',
  ];
}
