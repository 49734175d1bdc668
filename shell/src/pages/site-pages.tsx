import { Suspense } from 'react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { PageSkeleton } from '../site/page-skeleton.tsx';
import type { SiteLoads } from '../site/site-loads.ts';
import { runningRelease, type TabModule } from '../site/tab-modules.ts';
import { ApplicationStart } from '../start/application-start.tsx';
import { ModulePage } from './module-page.tsx';
import { NavigationEffects } from './navigation-effects.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { UnlistedPage } from './unlisted-page.tsx';
import { WelcomePage } from './welcome-page.tsx';

/** The routes of the site: the shell's own, and those that the modules' facts name. */
export function SitePages({ loads, modules }: { readonly loads: SiteLoads; readonly modules: readonly TabModule[] }) {
  const { pathname } = useLocation();
  // The shell's own pages are known to the open tab alone.
  const isNowhere = loads.modules.complete && !pathname.startsWith('/__atrium/');
  return (
    <>
      <NavigationEffects />
      <Suspense fallback={<PageSkeleton />}>
        <Routes>
          <Route index element={<WelcomePage modules={modules} />} />
          {modules.flatMap((module) =>
            Object.entries(module.facts.routes).map(([route, path]) => (
              <Route
                key={path}
                path={path}
                // Another release is another page, even at the same path.
                element={<ModulePage key={`${path} ${runningRelease(module)}`} loads={loads} module={module} route={route} />}
              />
            )),
          )}
          <Route path="*" element={isNowhere ? <NotFoundPage /> : <UnlistedPage key={pathname} loads={loads} pathname={pathname} />} />
        </Routes>
        <ApplicationStart loads={loads} />
      </Suspense>
    </>
  );
}
