import { useSyncExternalStore, type ReactNode } from 'react';
import type { MissingPage } from '../contract/site.ts';
import { onSiteChange, siteHost } from './site-host.ts';

/**
 * The site's "Page not found", for a path below a route of the module that belongs to nothing: with the search of the site, and with
 * links to the pages that the user may have wanted. It contains the heading, so it replaces the whole page.
 *
 * ```tsx
 * if (order === null) return <NotFound text={text('orderGone')} title={text('noOrder')} />;
 * ```
 */
export function NotFound(page: MissingPage): ReactNode {
  const host = useSyncExternalStore(onSiteChange, siteHost);
  return host?.renderNotFound(page);
}
