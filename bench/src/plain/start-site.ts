import '../../../shell/src/styles/shell.css';
import { SiteLoads } from '../../../shell/src/runtime/site-loads.ts';
import { provideOpenTab, renderSite } from '../../../shell/src/site.tsx';
import { plainSource } from './plain-source.ts';

/** Starts the site from one bundle, as the shell's `main.tsx` starts it from remotes. */
export function startSite(): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('The document has no element with the id root.');
  const loads = new SiteLoads(plainSource);
  provideOpenTab(loads);
  void renderSite(root, loads);
}
