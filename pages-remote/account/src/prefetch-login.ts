import type { PageModuleStart } from '@atrium/page-kit/contract/page-module';

/**
 * Has the log-in page at hand for visitors who are signed out, wherever they entered the site, so that "Log in" and
 * every guarded page answer at once. Waits until the browser has loaded what the visitor came for.
 */
export function prefetchLogin({ auth, signal }: PageModuleStart): void {
  if (auth.hasStoredSession()) return;
  if (document.readyState === 'complete') load();
  else window.addEventListener('load', load, { once: true, signal });
}

function load(): void {
  // Only a head start: the navigation asks again, and shows and reports its own failure.
  import('./login/login-page.tsx').catch(() => undefined);
}
