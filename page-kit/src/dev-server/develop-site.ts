import type { ShellOptions } from '../webpack/shell-config.ts';
import { developAuthRemote, developPageModule, developShell } from './developed-parts.ts';
import { choosePort, startDevelopmentServer, type DevelopmentServer } from './development-server.ts';

/** The sources of all parts of a site. */
export interface SiteSources {
  readonly shell: ShellOptions;
  /** Folder of the auth remote, and the file that it exposes. */
  readonly auth: { readonly root: string; readonly module: string };
  /** Folders of the page modules. */
  readonly pages: readonly string[];
}

/** A site to develop. */
export interface SiteDevelopment {
  readonly sources: SiteSources;
  /** Origin of the running site, which serves everything except code. */
  readonly site: string;
  readonly port: number;
  /** Prints build errors. */
  readonly printError: (text: string) => void;
}

/** Develops a whole site from its sources, and shows each edit in the running page. @throws DevelopmentError */
export async function developSite({ sources: { shell, auth, pages }, site, port, printError }: SiteDevelopment): Promise<DevelopmentServer> {
  const parts = [developShell(shell), developAuthRemote(auth), ...pages.map((root) => developPageModule({ root, refresh: true }))];
  return startDevelopmentServer({ site, port: await choosePort(port), parts, refresh: true, shellFor: () => Promise.resolve(null), printError });
}
