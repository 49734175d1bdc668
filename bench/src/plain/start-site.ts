import '../../../shell/src/styles/shell.css';
import { SiteLoads } from '../../../shell/src/site/site-loads.ts';
import { renderSite } from '../../../shell/src/site/render-site.tsx';
import { plainSource } from './plain-source.ts';

/** Starts the site from one bundle, as the shell's `main.tsx` does from remotes. */
export function startSite(): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('The document has no element with the id root.');
  void renderSite(root, new SiteLoads(plainSource));
}
