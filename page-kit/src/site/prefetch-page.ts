import type { PageAddress, PageName } from '../contract/site.ts';
import { pagePath } from './page-path.ts';
import { siteHost } from './site-host.ts';

/** Begins to load the code of a page that somebody is likely to open next. A failure changes nothing. */
export function prefetchPage<Page extends PageName>(address: PageAddress<Page>): void {
  const path = pagePath(address);
  if (path !== null) prefetchPath(path);
}

/** {@link prefetchPage} for a path that {@link pagePath} gave. */
export function prefetchPath(path: string): void {
  siteHost()?.prefetch(new URL(path, location.origin).pathname);
}
