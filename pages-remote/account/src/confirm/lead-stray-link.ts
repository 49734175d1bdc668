/** What the auth service puts into the fragment of an address (supabase/auth, `internal/api/verify.go`). */
const IN_FRAGMENT = ['access_token', 'error_code'];

/** A code that a session is given for (supabase/auth, `internal/models/flow_state.go`); other addresses have a `code`, too. */
const SESSION_CODE = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Leads a stock mail's link that returned to the site's own address to the page that redeems and explains it: so return
 * links that nobody on this site asked for, such as an invitation from the project's dashboard, and all where the list of
 * addresses to return to lacks the site's. No token stays in the history.
 */
export function leadStrayLink(): void {
  const { pathname, search, hash } = window.location;
  const fragment = new URLSearchParams(hash.slice(1));
  const isStray = IN_FRAGMENT.some((name) => fragment.has(name)) || SESSION_CODE.test(new URLSearchParams(search).get('code') ?? '');
  if (pathname !== '/' || !isStray) return;
  const state: unknown = window.history.state;
  window.history.replaceState(state, '', `/auth/confirm${search}${hash}`);
  // The router hears of an address that it did not set itself by this event alone.
  window.dispatchEvent(new PopStateEvent('popstate', { state }));
}
