import type { ReleaseStore } from '@atrium/releases/release-store';
import { openSiteStore } from '@atrium/releases/site-store';
import { capturedLog } from './captured-log.ts';
import { pageBuild, publishedSite } from './published-site.ts';
import { startSite, type Answer } from './running-site.ts';
import { storeWith } from './store-with.ts';

/** Path of the interface at the site. */
export const api = '/__atrium/store';
/** A build of a module that the site has not. */
export const orders = pageBuild('orders', { list: '/orders' });

/** A site, the store behind it, and tokens of the platform team and of a team that has one remote. */
export async function siteWithTeams(change: Partial<ReleaseStore> = {}) {
  const { store, ids, folder } = await publishedSite();
  const platform = await store.teams.createToken({ team: 'platform', remotes: ['*'] });
  const team = await store.teams.createToken({ team: 'orders', remotes: ['orders'] });
  const { lines, logger } = capturedLog();
  const base = await startSite({ store: storeWith(store, change), logger });
  return { store, ids, folder, base, lines, platform, team, open: (token: string) => openSiteStore({ site: base, token }) };
}

/** What a request brings that is a team’s. */
export function bearer(token: string): { headers: Record<string, string> } {
  return { headers: { authorization: `Bearer ${token}` } };
}

/** The code of the error that an answer is. */
export function codeOf({ text }: Answer): unknown {
  const body = JSON.parse(text) as { error?: { code?: unknown } };
  return body.error?.code;
}
