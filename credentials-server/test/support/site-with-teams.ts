import type { ReleaseStore } from '@atrium/releases/stores';
import { openDirectoryStore } from '@atrium/releases/stores/directory';
import { openSiteStore } from '@atrium/releases/stores/site';
import { capturedLog } from './captured-log.ts';
import { newFolder, pageBuild, publishedSite } from './published-site.ts';
import { startSite, type SiteResponse } from './running-site.ts';
import { storeWith } from './store-with.ts';

/** The path of the store API. */
export const API = '/__atrium/store';
/** A build of a module that the site does not have. */
export const orders = pageBuild('orders', { list: '/orders' });

/** A site with its store, and the tokens of the platform team and of a team with one remote. */
export async function siteWithTeams(change: Partial<ReleaseStore> = {}) {
  const { store, ids, folder } = await publishedSite();
  const platform = await store.teams.createToken({ team: 'platform', remotes: ['*'] });
  const team = await store.teams.createToken({ team: 'orders', remotes: ['orders'] });
  const { lines, logger } = capturedLog();
  const base = await startSite({ store: storeWith(store, change), logger });
  return { store, ids, folder, base, lines, platform, team, open: (token: string) => openSiteStore({ site: base, token }) };
}

/** The store of a site without releases, as the platform team uses it. */
export async function emptySiteStore(): Promise<ReleaseStore> {
  const store = openDirectoryStore(await newFolder());
  const token = await store.teams.createToken({ team: 'the-platform', remotes: ['*'] });
  return openSiteStore({ site: await startSite({ store, storeRequestsPerMinute: 100_000 }), token });
}

/** The headers of a team's request. */
export function bearer(token: string): { headers: Record<string, string> } {
  return { headers: { authorization: `Bearer ${token}` } };
}

/** The error code of a response. */
export function codeOf({ text }: SiteResponse): unknown {
  const body = JSON.parse(text) as { error?: { code?: unknown } };
  return body.error?.code;
}
