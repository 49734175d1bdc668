import { carriesLink } from '@atrium/page-kit/link-secrets';
import type { TabModule, TabModules } from '../site/tab-modules.ts';

/** The page that redeems and explains mailed links. */
const CONFIRM = '/auth/confirm';

/** A code that a session is given for (supabase/auth, `internal/models/flow_state.go`). */
const SESSION_CODE = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Whether the query is the auth service's. On the page of any other module, `code` and `error_code` may be that module's
 * own parameters, such as those of another sign-in service.
 */
function isAnswer(query: URLSearchParams, owner: TabModule | undefined): boolean {
  if (owner && !Object.values(owner.facts.routes).includes(CONFIRM)) return false;
  return SESSION_CODE.test(query.get('code') ?? '') || query.has('error_code');
}

/**
 * Takes a mailed link out of the address, whatever page it returned to, and shows the page that redeems and explains it.
 * The link travels in the state of the navigation: no request, no guard and no history entry gets to see it. The auth
 * service returns to the site's own address with links that nobody on this site asked for, such as an invitation from
 * the project's dashboard.
 */
export function leadMailedLink(modules: TabModules): void {
  const { pathname, search, hash } = window.location;
  const owner = modules.at(pathname);
  const query = new URLSearchParams(search);
  if (!carriesLink({ search, hash }) && !isAnswer(query, owner)) return;
  if (owner && pathname !== CONFIRM && !query.has('next')) query.set('next', pathname);
  // `usr` is where the router keeps the state of a navigation.
  const state: unknown = { ...window.history.state, usr: { mailedLink: { search: query.toString(), hash } } };
  window.history.replaceState(state, '', CONFIRM);
  // The router learns of an address that it did not set itself by this event only.
  window.dispatchEvent(new PopStateEvent('popstate', { state }));
}
