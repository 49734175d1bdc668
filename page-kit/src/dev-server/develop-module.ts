import type { ModuleManifest } from '@atrium/releases/module-manifest';
import type { ReleaseSet } from '@atrium/releases/release-set';
import { askDevelopmentShell, askReleaseSet, type DevelopmentShell } from '../site-proxy/ask-site.ts';
import { buildReports } from './build-reports.ts';
import { developPageModule } from './developed-page-module.ts';
import { startDevelopmentServer, type DevelopmentServer } from './development-server.ts';
import { freePort } from './free-port.ts';

/** What to develop, and where. */
export interface Development {
  /** Folder of the page module. */
  readonly root: string;
  /** Origin of the site. */
  readonly site: string;
  /** The port that was asked for. */
  readonly wanted: number | undefined;
  /** Is told what is being done, and what is wrong with a build. */
  readonly output: { step(text: string): void; complain(text: string): void };
}

/** Development that has begun. */
export interface RunningDevelopment extends DevelopmentServer {
  /** Lines that say where it is and what to expect. */
  readonly text: readonly string[];
}

/**
 * Develops a page module inside a site.
 * @throws DevelopmentError, or SiteProxyError where there is no site
 */
export async function developModule({ root, site, wanted, output }: Development): Promise<RunningDevelopment> {
  output.step(`Looking at the site at ${site}`);
  const [set, port, shell] = await Promise.all([askReleaseSet(site), freePort(wanted), askDevelopmentShell(site)]);
  const refresh = shell.shell !== null;
  const part = developPageModule({ root, refresh });
  output.step('Building the module');
  const server = await startDevelopmentServer({
    site, port, refresh, parts: [part], shellFor: shellKeeper(site, shell), onBuild: buildReports((text) => output.complain(text)),
  });
  return { ...server, text: startText(server.url, set, part.manifest(), shell) };
}

/** Asks for the development build of each release of the shell once. */
function shellKeeper(site: string, first: DevelopmentShell) {
  let known = first;
  return async (release: string) => {
    if (known.shell !== null && known.shell.release !== release) known = await askDevelopmentShell(site);
    return known.shell;
  };
}

function startText(url: string, set: ReleaseSet, { name, routes }: Pick<ModuleManifest, 'name' | 'routes'>, shell: DevelopmentShell): string[] {
  const [first = '/'] = Object.values(routes);
  const place = first.replace(/\/\*$/, '').replace(/\/:.*$/, '') || '/';
  const live = set.pages.some((page) => page.name === name);
  return [
    '',
    `${name} is ready at ${url}${place}`,
    live || !set.complete
      ? 'It stands in the place of the live one, for this machine only.'
      : 'It is not live yet; here it is part of the site.',
    ...(shell.shell === null
      ? [`Each edit loads the page anew, and what is typed there is lost: ${shell.reason}`]
      : ['Edited components keep their state.']),
    'Ctrl-C stops it.',
  ];
}
