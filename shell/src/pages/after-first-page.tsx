import { use, useEffect } from 'react';
import type { SiteLoads } from '../runtime/site-loads.ts';
import { AuthModuleContext } from '../sign-in/sign-in.tsx';

/** Milliseconds to wait for a first page that does not appear, and between attempts to load the open tab's code. */
const MAX_WAIT = 5_000;

/**
 * Once the first page is on screen, starts what that page does not need: the page modules' starts and the watch for new
 * releases. Nothing of it delays the first paint.
 */
export function AfterFirstPage({ loads }: { readonly loads: SiteLoads }) {
  const authModule = use(AuthModuleContext);
  useEffect(() => {
    const late = new Promise((resolve) => setTimeout(resolve, MAX_WAIT));
    // After the load event, a request that hangs no longer keeps the browser's loading indicator on.
    const loaded = document.readyState === 'complete' || new Promise((resolve) => window.addEventListener('load', resolve));
    const begin = () => {
      loads.openTab.get().then(
        (openTab) => openTab.begin(authModule?.auth ?? null),
        () => setTimeout(begin, MAX_WAIT),
      );
    };
    void Promise.race([Promise.all([loads.firstScreen(), loaded]), late]).then(() =>
      afterPaint(() => {
        authModule?.firstPageShown();
        begin();
      }),
    );
  }, [loads, authModule]);
  return null;
}

/** Runs a task after the frame that paints the page. A hidden tab paints no frames, so a timer covers that case. */
function afterPaint(task: () => void): void {
  const run = () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    setTimeout(task);
  };
  const frame = requestAnimationFrame(run);
  const timer = setTimeout(run, 500);
}
