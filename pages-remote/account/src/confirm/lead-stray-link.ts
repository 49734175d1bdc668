/** What the auth service puts into the fragment of an address (supabase/auth, `internal/api/verify.go`). */
const IN_FRAGMENT = ['access_token', 'error_code'];

/**
 * Leads a stock mail's link that returned to the site's own address to the page that redeems and explains it: so return
 * links that nobody on this site asked for, such as an invitation from the project's dashboard. No token stays in the history.
 */
export function leadStrayLink(): void {
  const { pathname, search, hash } = window.location;
  const fragment = new URLSearchParams(hash.slice(1));
  if (pathname !== '/' || !IN_FRAGMENT.some((name) => fragment.has(name))) return;
  const state: unknown = window.history.state;
  window.history.replaceState(state, '', `/auth/confirm${search}${hash}`);
  // The router hears of an address that it did not set itself by this event alone.
  window.dispatchEvent(new PopStateEvent('popstate', { state }));
}
