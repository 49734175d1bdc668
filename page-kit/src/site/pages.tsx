import { fillRoutePattern } from '@atrium/releases/route-pattern';
import { useCallback, useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { Link, useNavigate, type LinkProps } from 'react-router-dom';
import type { PageAddress, PageName } from '../contract/site.ts';
import { onSiteChange, siteHost } from './site-host.ts';

/**
 * The path of a page in the running site; null if the site has no such page now: its module was never published, is
 * retired, or is not known to this tab yet ({@link usePagePath} follows changes).
 *
 * @throws RouteParameterError if `address` lacks a parameter of the page's path
 */
export function pagePath<Page extends PageName>(address: PageAddress<Page>): string | null {
  const [module = '', route = ''] = address.page.split('.');
  const pattern = siteHost()?.patternOf(module, route) ?? null;
  if (pattern === null) return null;
  const search = new URLSearchParams(address.search).toString();
  return fillRoutePattern(pattern, { ...address.params }) + (search && `?${search}`) + (address.hash ? `#${encodeURIComponent(address.hash)}` : '');
}

/** {@link pagePath} in a component, which renders again when a module is added, removed, or moves its pages. */
export function usePagePath<Page extends PageName>(address: PageAddress<Page>): string | null {
  return useSyncExternalStore(onSiteChange, () => pagePath(address));
}

/** Navigates to a page by its name. Returns false, and does nothing, if the site has no such page now. */
export type GoToPage = <Page extends PageName>(address: PageAddress<Page>, options?: { readonly replace?: boolean }) => boolean;

/** Returns {@link GoToPage} for a component. */
export function useGoToPage(): GoToPage {
  const navigate = useNavigate();
  return useCallback(
    (address, options) => {
      const path = pagePath(address);
      if (path === null) return false;
      void navigate(path, options);
      return true;
    },
    [navigate],
  );
}

/** Starts to load the code of a page that the user is likely to open next. Failures are ignored. */
export function prefetchPage<Page extends PageName>(address: PageAddress<Page>): void {
  const path = pagePath(address);
  if (path !== null) prefetchPath(path);
}

function prefetchPath(path: string): void {
  siteHost()?.prefetch(new URL(path, location.origin).pathname);
}

/** Props of {@link PageLink}: those of a link, with the page's name instead of a path. */
export type PageLinkProps = Omit<LinkProps, 'to' | 'prefetch'> & {
  readonly to: PageAddress;
  /** `intent` (the default): when the user points at the link or focuses it. `idle`: when the tab is idle. */
  readonly prefetch?: 'intent' | 'idle';
  /** Shown while the site has no such page. Defaults to the link's text. */
  readonly fallback?: ReactNode;
};

/** A link to a page of any module by its name, whatever its path is. */
export function PageLink({ to, prefetch = 'intent', fallback, children, ...rest }: PageLinkProps) {
  const path = usePagePath(to);
  useEffect(() => {
    if (prefetch !== 'idle' || path === null) return;
    // Safari has no idle callbacks.
    if (!('requestIdleCallback' in globalThis)) return prefetchPath(path);
    const waiting = requestIdleCallback(() => prefetchPath(path));
    return () => cancelIdleCallback(waiting);
  }, [prefetch, path]);
  if (path === null) return <>{fallback === undefined ? children : fallback}</>;
  return (
    <Link {...rest} to={path}>
      {children}
    </Link>
  );
}
