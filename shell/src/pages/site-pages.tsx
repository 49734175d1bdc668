import { expectPageArrival } from '@atrium/page-kit/ui';
import { Suspense, useLayoutEffect, useRef } from 'react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { PageSkeleton } from '../frame/page-skeleton.tsx';
import type { SiteLoads } from '../runtime/site-loads.ts';
import { runningRelease, type TabModule } from '../runtime/tab-modules.ts';
import { AfterFirstPage } from './after-first-page.tsx';
import { ModulePage } from './module-page.tsx';
import { NotFoundPage, UnlistedPage } from './unknown-page.tsx';
import { WelcomePage } from './welcome-page.tsx';

/** The routes of the site: the shell's own, and those in the module manifests. */
export function SitePages({ loads, modules }: { readonly loads: SiteLoads; readonly modules: readonly TabModule[] }) {
  const { pathname } = useLocation();
  // Only the open tab knows the shell's pages below /__atrium/.
  const isUnknown = loads.modules.complete && !pathname.startsWith('/__atrium/');
  return (
    <>
      <NavigationEffects />
      <Suspense fallback={<PageSkeleton />}>
        <Routes>
          <Route index element={<WelcomePage loads={loads} modules={modules} />} />
          {modules.flatMap((module) =>
            Object.entries(module.manifest.routes).map(([route, path]) => (
              <Route
                key={path}
                path={path}
                // Another release is another page, even at the same path.
                element={<ModulePage key={`${path} ${runningRelease(module)}`} loads={loads} module={module} route={route} />}
              />
            )),
          )}
          <Route path="*" element={isUnknown ? <NotFoundPage loads={loads} /> : <UnlistedPage key={pathname} loads={loads} pathname={pathname} />} />
        </Routes>
        <AfterFirstPage loads={loads} />
      </Suspense>
    </>
  );
}

/**
 * After each navigation to another path, scrolls to the top and lets the page's heading take the focus. It renders before
 * the pages, so that its effect runs before theirs.
 */
function NavigationEffects() {
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
