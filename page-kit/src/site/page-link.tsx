import { useEffect, type ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import type { PageAddress } from '../contract/site.ts';
import { usePagePath } from './page-path.ts';
import { prefetchPath } from './prefetch-page.ts';

/** Props of {@link PageLink}: those of a link, but for the page's name in the place of a path. */
export type PageLinkProps = Omit<LinkProps, 'to' | 'prefetch'> & {
  readonly to: PageAddress;
  /** `intent` (the default): when somebody points at the link or moves the focus to it. `idle`: when the tab has nothing else to do. */
  readonly prefetch?: 'intent' | 'idle';
  /** What stands here while the site has no such page; the link's own text unless given. */
  readonly fallback?: ReactNode;
};

/** A link to a page of any module by its name, wherever its path is. */
export function PageLink({ to, prefetch = 'intent', fallback, children, ...rest }: PageLinkProps) {
  const path = usePagePath(to);
  useEffect(() => {
    if (prefetch !== 'idle' || path === null) return;
    // Safari has none.
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
