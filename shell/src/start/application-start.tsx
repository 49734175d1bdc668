import { use, useEffect } from 'react';
import { AuthModuleContext } from '../site/auth-module-context.ts';
import type { SiteLoads } from '../site/site-loads.ts';

/** Milliseconds that everything else waits for a first page that does not come, and before asking again for its own code. */
const PATIENCE = 5_000;

/**
 * Begins what is not needed for the first page once that is on screen, so that nothing delays the first paint: the page
 * modules' starts, and the watch for new releases.
 */
export function ApplicationStart({ loads }: { readonly loads: SiteLoads }) {
  const authModule = use(AuthModuleContext);
  useEffect(() => {
    const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
    // What hangs from then on does not keep the browser's own sign of loading on.
    const loaded = document.readyState === 'complete' || new Promise((resolve) => window.addEventListener('load', resolve));
    const begin = () => {
      loads.openTab.get().then(
        (openTab) => openTab.begin(authModule?.auth ?? null),
        () => setTimeout(begin, PATIENCE),
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
