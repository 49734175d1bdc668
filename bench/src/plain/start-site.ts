import '../../../shell/src/styles/shell.css';
import { SiteLoads } from '../../../shell/src/runtime/site-loads.ts';
import { provideOpenTab, renderSite } from '../../../shell/src/site.tsx';
import * as authModule from '../../../auth-remote/src/auth.tsx';
import accountModule from '../../../pages-remote/account/src/module.ts';
import workspaceModule from '../../../pages-remote/workspace/src/module.ts';
import { type LoadOutcome, RemoteUnavailableError, type SiteSource } from '../../../shell/src/runtime/site-source.ts';

/** The page modules. */
const MODULES = [accountModule, workspaceModule];

/** The site's parts, imported directly instead of through federation. */
const plainSource: SiteSource = {
  modules: MODULES.map(({ manifest }) => ({ manifest, release: 'bundled', previous: null })),
  complete: true,
  releases: null,
  loadAuth: () => loaded(authModule),
  loadPageModule(name) {
    const module = MODULES.find(({ manifest }) => manifest.name === name);
    if (module) return loaded(module);
    return Promise.resolve({ success: false, error: new RemoteUnavailableError(name, null, 'This bundle does not contain the module.') });
  },
};

function loaded<Part>(value: Part): Promise<LoadOutcome<Part>> {
  return Promise.resolve({ success: true, value });
}

/** Starts the site from one bundle, as the shell's `main.tsx` starts it from remotes. */
export function startSite(): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('The document has no element with the id root.');
  const loads = new SiteLoads(plainSource);
  provideOpenTab(loads);
  void renderSite(root, loads);
}
