import { fillRoutePattern } from '@atrium/releases/route-pattern';
import { useSyncExternalStore } from 'react';
import type { PageAddress, PageName } from '../contract/site.ts';
import { onSiteChange, siteHost } from './site-host.ts';

/**
 * The path of a page in the running site; null where there is no such page now: its module was never released, is
 * retired, or is not known to this tab yet ({@link usePagePath} hears of it).
 *
 * @throws RouteParameterError when the page's path has a parameter that the address does not give
 */
export function pagePath<Page extends PageName>(address: PageAddress<Page>): string | null {
  const [module = '', route = ''] = address.page.split('.');
  const pattern = siteHost()?.patternOf(module, route) ?? null;
  if (pattern === null) return null;
  const search = new URLSearchParams(address.search).toString();
  return fillRoutePattern(pattern, { ...address.params }) + (search && `?${search}`) + (address.hash ? `#${encodeURIComponent(address.hash)}` : '');
}

/** {@link pagePath} in a component, which renders again when modules come, move their pages, or go. */
export function usePagePath<Page extends PageName>(address: PageAddress<Page>): string | null {
  return useSyncExternalStore(onSiteChange, () => pagePath(address));
}
