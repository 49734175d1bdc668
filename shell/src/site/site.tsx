import { StrictMode } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { SiteHeader } from '../header/site-header.tsx';
import { SitePages } from '../pages/site-pages.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import { SignIn } from './sign-in.tsx';
import { SiteFrame } from './site-frame.tsx';
import type { SiteLoads } from './site-loads.ts';
import { TabNews } from './tab-news.tsx';
import { useTabModules } from './use-tab-modules.ts';

/** The whole site: one router, one sign-in, the frame, and the pages of all modules. */
export function Site({ loads }: { readonly loads: SiteLoads }) {
  const modules = useTabModules(loads.modules);
  return (
    <StrictMode>
      {/* Not as a transition: a page that was left must not stay, and take what is typed, until the next one is there. */}
      <BrowserRouter useTransitions={false}>
        <SignIn loads={loads} waiting={<SiteFrame header={<SiteHeader modules={[]} />}><PageSkeleton /></SiteFrame>}>
          <SiteFrame header={<SiteHeader modules={modules} />} news={<TabNews loads={loads} />}>
            <SitePages loads={loads} modules={modules} />
          </SiteFrame>
        </SignIn>
      </BrowserRouter>
    </StrictMode>
  );
}
