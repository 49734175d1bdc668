import { use, useEffect } from 'react';
import { AuthModuleContext } from '../site/auth-module-context.ts';
import type { SiteLoads } from '../site/site-loads.ts';
import { startPageModules } from './start-page-modules.ts';

/** Tabs whose modules were started; StrictMode and a repeated sign-in load run effects twice. */
const started = new WeakSet<SiteLoads>();

/** Milliseconds that the modules wait for a first page that does not come. */
const FIRST_PAGE_WAIT = 3_000;

/** Starts the page modules once the first page is on screen, so that no module can delay the first paint. */
export function ApplicationStart({ loads }: { readonly loads: SiteLoads }) {
  const authModule = use(AuthModuleContext);
  useEffect(() => {
    if (!authModule || started.has(loads)) return;
    started.add(loads);
    const late = new Promise((resolve) => setTimeout(resolve, FIRST_PAGE_WAIT));
    void Promise.race([loads.firstScreen(), late]).then(() =>
      afterPaint(() => {
        authModule.firstPageShown();
        void startPageModules(loads, authModule.auth);
      }),
    );
  }, [loads, authModule]);
  return null;
}

/** Runs a task after the frame in which the page appears. A hidden tab paints no frame, so a timer stands in for it. */
function afterPaint(task: () => void): void {
  const run = () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    setTimeout(task);
  };
  const frame = requestAnimationFrame(run);
  const timer = setTimeout(run, 500);
}
