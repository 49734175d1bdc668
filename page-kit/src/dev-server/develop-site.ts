import { developAuthRemote } from './developed-auth-remote.ts';
import { developPageModule } from './developed-page-module.ts';
import { developShell } from './developed-shell.ts';
import { startDevelopmentServer, type DevelopmentServer } from './development-server.ts';
import { freePort } from './free-port.ts';
import type { ShellOptions } from '../webpack/shell-config.ts';

/** The parts of a site whose sources are all here. */
export interface SiteSources {
  readonly shell: ShellOptions;
  /** Folder of the auth remote, and the file that it exposes. */
  readonly auth: { readonly root: string; readonly module: string };
  /** Folders of the page modules. */
  readonly pages: readonly string[];
}

/** Where a site of sources is developed. */
export interface SiteDevelopment {
  readonly sources: SiteSources;
  /** Origin of the running site, for everything that is no code. */
  readonly site: string;
  readonly port: number;
  /** Is told of each build what is wrong with it. */
  readonly onBuild: (errors: readonly string[]) => void;
}

/** Develops a whole site: every part of it from its sources, each edit in the running page. @throws DevelopmentError */
export async function developSite({ sources: { shell, auth, pages }, site, port, onBuild }: SiteDevelopment): Promise<DevelopmentServer> {
  const parts = [developShell(shell), developAuthRemote(auth), ...pages.map((root) => developPageModule({ root, refresh: true }))];
  return startDevelopmentServer({ site, port: await freePort(port), parts, refresh: true, shellFor: () => Promise.resolve(null), onBuild });
}
