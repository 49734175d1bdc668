import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { PageSkeleton } from './frame/page-skeleton.tsx';
import { NoticeArea, SiteFrame } from './frame/site-frame.tsx';
import { SiteHeader } from './frame/site-header.tsx';
import { languages } from './languages.ts';
import { findPrerenderedPage, replacePrerenderedPage } from './pages/prerendered-page.ts';
import { SitePages } from './pages/site-pages.tsx';
import { useTabModules } from './runtime/hooks.ts';
import type { SiteLoads } from './runtime/site-loads.ts';
import { SignIn } from './sign-in/sign-in.tsx';
import { loadLanguage } from './texts/document-language.ts';

/**
 * Milliseconds for which the first render waits for the sign-in and the first page. The document names the files of both,
 * so they usually arrive in time and nothing renders twice. What is late or broken gets a skeleton or an error card.
 */
const FIRST_RENDER_WAIT = 400;

/** The whole site: one router, one sign-in, the frame, and the pages of all modules. */
export function Site({ loads }: { readonly loads: SiteLoads }) {
  const modules = useTabModules(loads.modules);
  return (
    <StrictMode>
      {/* Without transitions: a page that the user left must not stay, and take input, until the next one has loaded. */}
      <BrowserRouter useTransitions={false}>
        <SignIn loads={loads} waiting={<SiteFrame header={<SiteHeader loads={loads} />}><PageSkeleton /></SiteFrame>}>
          <SiteFrame header={<SiteHeader loads={loads} />} notices={<NoticeArea loads={loads} />}>
            <SitePages loads={loads} modules={modules} />
          </SiteFrame>
        </SignIn>
      </BrowserRouter>
    </StrictMode>
  );
}

/** Renders the site for the first time, once its first page has loaded or {@link FIRST_RENDER_WAIT} has passed. */
export async function renderSite(place: HTMLElement, loads: SiteLoads): Promise<void> {
  const prerendered = findPrerenderedPage(place);
  const loaded = loads.firstScreen();
  // A prerendered page stays until the page itself can replace it: a skeleton would take what the visitor types.
  const first = prerendered ? loaded : Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, FIRST_RENDER_WAIT))]);
  // Texts do not render again: later translations would never appear.
  await Promise.all([first, loadLanguage(languages)]);
  const root = createRoot(place);
  const render = () => root.render(<Site loads={loads} />);
  if (prerendered) replacePrerenderedPage(prerendered, place, () => flushSync(render));
  else render();
}

/** Sets where the tab loads what no first screen needs: a script of its own. */
export function provideOpenTab(loads: SiteLoads): void {
  loads.openTab.provide(async () => {
    const { OpenTabServices } = await import(/* webpackChunkName: "open-tab" */ './open-tab/open-tab-services.ts');
    return new OpenTabServices(loads, languages);
  });
}
