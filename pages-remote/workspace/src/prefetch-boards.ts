import type { PageModuleStart } from '@atrium/page-kit/contract/page-module';

/**
 * Loads the page of the boards ahead of time for signed-in users on every page of the site, so that the menu responds immediately.
 * Waits until the browser has loaded the current page.
 */
export function prefetchBoards({ auth, signal }: PageModuleStart): void {
  if (!auth.hasStoredSession()) return;
  if (document.readyState === 'complete') load();
  else window.addEventListener('load', load, { once: true, signal });
}

function load(): void {
  // Only a head start: navigating there loads the page again, and reports a failure.
  import('./features/boards/boards-page.tsx').catch(() => undefined);
}
