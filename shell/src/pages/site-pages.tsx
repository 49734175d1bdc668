import { Suspense } from 'react';
import { Route, Routes } from 'react-router-dom';
import { PageSkeleton } from '../site/page-skeleton.tsx';
import type { SiteLoads } from '../site/site-loads.ts';
import { ApplicationStart } from '../start/application-start.tsx';
import { ModulePage } from './module-page.tsx';
import { NavigationEffects } from './navigation-effects.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { WelcomePage } from './welcome-page.tsx';

/** The routes of the site: the shell's own, and those that the modules' facts name. */
export function SitePages({ loads }: { readonly loads: SiteLoads }) {
  return (
    <>
      <NavigationEffects />
      <Suspense fallback={<PageSkeleton />}>
        <Routes>
          <Route index element={<WelcomePage pages={loads.source.pages} />} />
          {loads.source.pages.flatMap(({ name, title, routes }) =>
            Object.entries(routes).map(([route, path]) => (
              <Route
                key={path}
                path={path}
                element={<ModulePage key={path} loads={loads} name={name} title={title} route={route} />}
              />
            )),
          )}
          <Route path="*" element={<NotFoundPage />} />
        </Routes>
        <ApplicationStart loads={loads} />
      </Suspense>
    </>
  );
}
