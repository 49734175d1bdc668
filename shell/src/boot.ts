import { DevelopmentFiles } from './development/development-files.ts';
import { AdmittedFiles, guardScripts } from './federation/admitted-files.ts';
import { ContainerLoader } from './federation/container-loader.ts';
import { federatedSource, readReleaseSet } from './federation/federated-source.ts';
import { startFederation } from './federation/federation.ts';
import { preloadExposed, retryShellFiles } from './federation/load-script.ts';
import { SiteLoads } from './runtime/site-loads.ts';
import { redirectMailedLink } from './sign-in/mailed-link.ts';
import { storesSession } from './sign-in/stores-session.ts';
import { showStoredFaces } from './type-face/stored-faces.ts';

const set = readReleaseSet(document);
const files = ATRIUM_DEVELOPMENT ? new DevelopmentFiles(location.origin, document) : new AdmittedFiles(location.origin);
files.admit(set.shell);
guardScripts(files);
retryShellFiles(document, files);

/**
 * The loads of this tab, with those of the first screen under way. Boot is a script of its own, without React: it sets up
 * federation, and the remotes' entries run, while React is still loading.
 */
export const siteLoads: SiteLoads = new SiteLoads(
  federatedSource(set, startFederation(new ContainerLoader(files)), files, async (name, release) =>
    (await siteLoads.openTab.get()).fetchDetails(name, release),
  ),
);
redirectMailedLink(siteLoads.modules);
// A link pasted into this tab's address bar may change only the fragment, which loads no document.
window.addEventListener('hashchange', () => redirectMailedLink(siteLoads.modules));
void siteLoads.firstScreen();
if (set.auth && storesSession()) {
  files.admit(set.auth);
  preloadExposed(files, set.auth, './client');
}
void showStoredFaces();
if (ATRIUM_DEVELOPMENT && files instanceof DevelopmentFiles) files.loadDevelopedModules(siteLoads, set);
