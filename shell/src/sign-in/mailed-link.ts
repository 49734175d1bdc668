import { carriesLink } from '@atrium/page-kit/link-secrets';
import type { TabModule, TabModules } from '../runtime/tab-modules.ts';

/** The page that redeems and explains mailed links. */
const CONFIRM = '/auth/confirm';

/** Whether the query says why the auth service refused a link. On a page of another module, `error_code` may be that module's own. */
function isRefusal(query: URLSearchParams, owner: TabModule | undefined): boolean {
  return query.has('error_code') && (!owner || Object.values(owner.manifest.routes).includes(CONFIRM));
}

/**
 * Removes a mailed link from the URL of any page, and shows the page that redeems and explains it. The link travels
 * in the navigation's state, out of reach of requests, guards and the history. The auth service returns to the site's own
 * URL with links that were not requested on this site, such as an invitation from the project's dashboard.
 */
export function redirectMailedLink(modules: TabModules): void {
  const { pathname, search, hash } = window.location;
  const owner = modules.at(pathname);
  const query = new URLSearchParams(search);
  if (!carriesLink({ search, hash }) && !isRefusal(query, owner)) return;
  if (owner && pathname !== CONFIRM && !query.has('next')) query.set('next', pathname);
  // The router stores a navigation's state under `usr`.
  const state: unknown = { ...window.history.state, usr: { mailedLink: { search: query.toString(), hash } } };
  window.history.replaceState(state, '', CONFIRM);
  // The router notices URL changes by other code only through this event.
  window.dispatchEvent(new PopStateEvent('popstate', { state }));
}
