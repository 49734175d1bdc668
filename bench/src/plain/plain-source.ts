import * as authModule from '../../../auth-remote/src/auth-module.tsx';
import accountModule from '../../../pages-remote/account/src/module.ts';
import workspaceModule from '../../../pages-remote/workspace/src/module.ts';
import { RemoteUnavailableError, type LoadOutcome, type SiteSource } from '../../../shell/src/runtime/site-source.ts';

/** Each page module in the way the shell knows modules: as one among others. */
const modules = [accountModule, workspaceModule];

/** The site's parts, imported as any application imports its own parts: nothing is federated. */
export const plainSource: SiteSource = {
  modules: modules.map(({ manifest }) => ({ manifest, release: 'bundled', previous: null })),
  complete: true,
  releases: null,
  loadAuth: () => loaded(authModule),
  loadPageModule(name) {
    const module = modules.find(({ manifest }) => manifest.name === name);
    if (module) return loaded(module);
    return Promise.resolve({ success: false, error: new RemoteUnavailableError(name, null, 'There is no such module.') });
  },
};

function loaded<Part>(value: Part): Promise<LoadOutcome<Part>> {
  return Promise.resolve({ success: true, value });
}
