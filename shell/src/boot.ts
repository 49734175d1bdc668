import { admittedFiles } from './federation/admitted-files.ts';
import { ContainerLoader } from './federation/container-loader.ts';
import { readReleaseSet } from './federation/document-data.ts';
import { federatedSource } from './federation/federated-source.ts';
import { startFederation } from './federation/federation.ts';
import { guardScripts } from './federation/script-guard.ts';
import { SiteLoads } from './site/site-loads.ts';

const set = readReleaseSet(document);
const files = admittedFiles(set, location.origin);
guardScripts(files);
const loadExposed = startFederation(set, new ContainerLoader(files));

/**
 * The loads of this tab, with those of the first screen begun. Boot is a script of its own, without React: it sets
 * federation up, and the remotes' entries run, while React is still on its way.
 */
export const siteLoads = new SiteLoads(federatedSource(set, loadExposed));
void siteLoads.firstScreen();
