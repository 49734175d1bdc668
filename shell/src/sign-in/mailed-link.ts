import { carriesLink } from '@atrium/page-kit/link-secrets';
import type { TabModule, TabModules } from '../runtime/tab-modules.ts';

/** The page that redeems and explains mailed links. */
const CONFIRM = '/auth/confirm';

/** A code that can be exchanged for a session (supabase/auth, `internal/models/flow_state.go`). */
const SESSION_CODE = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Whether the query comes from the auth service. On a page of another module, `code` and `error_code` may be that module's
 * own parameters, such as those of another sign-in service.
 */
function isAnswer(query: URLSearchParams, owner: TabModule | undefined): boolean {
  if (owner && !Object.values(owner.manifest.routes).includes(CONFIRM)) return false;
  return SESSION_CODE.test(query.get('code') ?? '') || query.has('error_code');
}

/**
 * Removes a mailed link from the address of any page, and shows the page that redeems and explains it. The link travels
 * in the navigation's state, out of reach of requests, guards and the history. The auth service returns to the site's own
 * address with links that were not requested on this site, such as an invitation from the project's dashboard.
 */
export function redirectMailedLink(modules: TabModules): void {
  const { pathname, search, hash } = window.location;
  const owner = modules.at(pathname);
  const query = new URLSearchParams(search);
  if (!carriesLink({ search, hash }) && !isAnswer(query, owner)) return;
  if (owner && pathname !== CONFIRM && !query.has('next')) query.set('next', pathname);
  // The router stores a navigation's state under `usr`.
  const state: unknown = { ...window.history.state, usr: { mailedLink: { search: query.toString(), hash } } };
  window.history.replaceState(state, '', CONFIRM);
  // The router notices foreign address changes only by this event.
  window.dispatchEvent(new PopStateEvent('popstate', { state }));
}
