import { StrictMode } from 'react';
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
      {/* Not as a transition: a page that was left must not stay, and take what is typed, until the next one is there. */}
      <BrowserRouter useTransitions={false}>
        <SignIn loads={loads} waiting={<SiteFrame header={<SiteHeader pages={[]} />}><PageSkeleton /></SiteFrame>}>
          <SiteFrame header={<SiteHeader pages={loads.source.pages} />}>
            <SitePages loads={loads} />
          </SiteFrame>
        </SignIn>
      </BrowserRouter>
    </StrictMode>
  );
}
