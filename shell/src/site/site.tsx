import { StrictMode, Suspense } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { SiteHeader } from '../header/site-header.tsx';
import { SitePages } from '../pages/site-pages.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import { SignIn } from './sign-in.tsx';
import { SiteFrame } from './site-frame.tsx';
import type { SiteLoads } from './site-loads.ts';

/** The whole site: one router, one sign-in, the frame, and the pages of all modules. */
export function Site({ loads }: { readonly loads: SiteLoads }) {
  return (
    <StrictMode>
      <BrowserRouter>
        <Suspense fallback={<SiteFrame header={<SiteHeader pages={[]} />}><PageSkeleton /></SiteFrame>}>
          <SignIn loads={loads}>
            <SiteFrame header={<SiteHeader pages={loads.source.pages} />}>
              <SitePages loads={loads} />
            </SiteFrame>
          </SignIn>
        </Suspense>
      </BrowserRouter>
    </StrictMode>
  );
}
