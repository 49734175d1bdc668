import type { ReleaseSet } from '@atrium/releases/release-set';
import type { SiteLoads } from '../site/site-loads.ts';
import type { DevelopmentFiles } from './development-files.ts';

/**
 * Loads the page modules that are being developed, whatever page the tab begins with: the connection to the development
 * server comes with them, and it is to say on every page what changed. What fails is reported as for any other load.
 */
export function loadDevelopedModules(loads: SiteLoads, files: DevelopmentFiles, { pages }: ReleaseSet): void {
  for (const page of pages) if (page.files && files.isDeveloped(page.files.base)) void loads.module(page.name, page.release).promise;
}
