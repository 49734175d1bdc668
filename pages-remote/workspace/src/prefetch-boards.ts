import type { PageModuleStart } from '@atrium/page-kit/contract/page-module';

/**
 * Has the page of the boards at hand for people who are signed in, wherever they entered the site, so that the menu answers
 * at once. Waits until the browser has loaded what they came for.
 */
export function prefetchBoards({ auth, signal }: PageModuleStart): void {
  if (!auth.hasStoredSession()) return;
  if (document.readyState === 'complete') load();
  else window.addEventListener('load', load, { once: true, signal });
}

function load(): void {
  // Only a head start: the navigation asks again, and shows and reports its own failure.
  import('./boards/boards-page.tsx').catch(() => undefined);
}
