import { DevelopmentFiles } from './development/development-files.ts';
import { loadDevelopedModules } from './development/load-developed-modules.ts';
import { AdmittedFiles } from './federation/admitted-files.ts';
import { ContainerLoader } from './federation/container-loader.ts';
import { readReleaseSet } from './federation/document-data.ts';
import { federatedSource } from './federation/federated-source.ts';
import { startFederation } from './federation/federation.ts';
import { retryShellFiles } from './federation/retry-shell-files.ts';
import { guardScripts } from './federation/script-guard.ts';
import { SiteLoads } from './site/site-loads.ts';
import { leadMailedLink } from './start/mailed-link.ts';

const set = readReleaseSet(document);
const files = ATRIUM_DEVELOPMENT ? new DevelopmentFiles(location.origin, document) : new AdmittedFiles(location.origin);
files.admit(set.shell);
guardScripts(files);
retryShellFiles(document, files);

/**
 * The loads of this tab, with those of the first screen begun. Boot is a script of its own, without React: it sets
 * federation up, and the remotes' entries run, while React is still on its way.
 */
export const siteLoads: SiteLoads = new SiteLoads(
  federatedSource(set, startFederation(new ContainerLoader(files)), files, async (name, release) =>
    (await siteLoads.openTab.get()).askDetails(name, release),
  ),
);
leadMailedLink(siteLoads.modules);
// A link that is pasted into the address of this tab may change the fragment only, which loads nothing.
window.addEventListener('hashchange', () => leadMailedLink(siteLoads.modules));
void siteLoads.firstScreen();
if (ATRIUM_DEVELOPMENT && files instanceof DevelopmentFiles) loadDevelopedModules(siteLoads, files, set);
