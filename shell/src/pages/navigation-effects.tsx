import { expectPageArrival } from '@atrium/page-kit/ui';
import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * After each navigation to another path: the page begins at its top, and its heading takes the focus when it is there.
 * Stands before the pages, so that its effect runs before theirs.
 */
export function NavigationEffects() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useLayoutEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    window.scrollTo(0, 0);
    expectPageArrival();
  }, [pathname]);
  return null;
}
