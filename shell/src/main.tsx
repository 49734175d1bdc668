import './styles/shell.css';
import { admittedFiles } from './federation/admitted-files.ts';
import { ContainerLoader } from './federation/container-loader.ts';
import { readReleaseSet } from './federation/document-data.ts';
import { watchDocumentScripts } from './federation/document-scripts.ts';
import { federatedSource } from './federation/federated-source.ts';
import { startFederation } from './federation/federation.ts';
import { guardScripts } from './federation/script-guard.ts';
import { renderSite } from './site/render-site.tsx';
import { SiteLoads } from './site/site-loads.ts';

const brought = watchDocumentScripts(document);
const set = readReleaseSet(document);
const files = admittedFiles(set, location.origin);
guardScripts(files);
const loadExposed = startFederation(set, new ContainerLoader(files, brought));

const root = document.getElementById('root');
if (!root) throw new Error('The document has no element with the id root.');
void renderSite(root, new SiteLoads(federatedSource(set, loadExposed)));
