import type { PlatformMove } from '@atrium/releases/model';
import { PLATFORM_MOVES_PATH, PLATFORM_STATE_PATH, platformMovedSchema, platformStateSchema, type PlatformState } from '@atrium/releases/wire';
import type { ReleaseStore } from '@atrium/releases/stores';
import * as v from 'valibot';
import type { Alerts } from '../../src/site/alerts.ts';
import { accessToken, adaResponse, authService, type ServiceResponse } from './auth-service.ts';
import { capturedLog } from './captured-log.ts';
import { pageBuild, passedSmokeTest, preparedStore, publish, publishAll, sealed, siteBuilds } from './published-site.ts';
import { ask, startSite, type SiteResponse } from './running-site.ts';
import { storeWith } from './store-with.ts';

/** A person with a second factor in the session. */
const withFactor = accessToken({ sub: 'ada', aal: 'aal2' });

const threeReleases = preparedStore(async (store) => {
  const ids = await publishAll(store, siteBuilds);
  const live = await publish(store, pageBuild('workspace', { board: '/workspace/*' }, 'The second'));
  const next = await sealed(pageBuild('workspace', { board: '/workspace/*' }, 'The third'));
  await store.putRelease(next, passedSmokeTest);
  return { ids, previous: ids['workspace'] ?? '', live, next: next.manifest.release };
});

/** A site with a platform team of one person, and three releases of `workspace`: a live, a previous and a stored one. */
export async function siteWithPlatform({ change = {}, alertsOf = () => null, platformTeam = ['ada@example.com'], respondTo = () => adaResponse, confirmed, requestsPerMinute = 1000, trustProxy = false }: {
  readonly change?: Partial<ReleaseStore>;
  readonly alertsOf?: (store: ReleaseStore) => Alerts | null;
  readonly platformTeam?: readonly string[];
  readonly respondTo?: (token: string) => ServiceResponse | null;
  /** The database's response with the confirmed address. Default: Ada's. */
  readonly confirmed?: ServiceResponse | null;
  readonly requestsPerMinute?: number;
  readonly trustProxy?: string[] | false;
} = {}) {
  const { store, facts } = await threeReleases();
  const { supabaseUrl, asked } = await authService(respondTo, confirmed);
  const { lines, logger } = capturedLog();
  const base = await startSite({
    store: storeWith(store, change), supabaseUrl, platformTeam, platformRequestsPerMinute: requestsPerMinute, trustProxy, logger, alerts: alertsOf(store),
  });
  return { store, base, lines, asked, ...facts };
}

/** The headers of the page's requests. */
export function fromPage(headers: Readonly<Record<string, string>> = {}) {
  const all = { 'sec-fetch-site': 'same-origin', authorization: `Bearer ${withFactor}`, ...headers };
  return { headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== '')) };
}

/** The state that the page gets. */
export async function stateOf(base: string): Promise<PlatformState> {
  const { status, text } = await ask(base, PLATFORM_STATE_PATH, fromPage());
  if (status !== 200) throw new Error(`The state was refused: ${text}`);
  return v.parse(platformStateSchema, JSON.parse(text));
}

/** Sends a move, or an invalid one, as the page does. */
export function send(base: string, move: PlatformMove | Readonly<Record<string, unknown>>, headers?: Readonly<Record<string, string>>): Promise<SiteResponse> {
  return ask(base, PLATFORM_MOVES_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...fromPage(headers).headers },
    body: JSON.stringify(move),
  });
}

/** Sends a move that must succeed. Returns its result. */
export async function moved(base: string, move: PlatformMove) {
  const { status, text } = await send(base, move);
  if (status !== 200) throw new Error(`The move was refused: ${text}`);
  return v.parse(platformMovedSchema, JSON.parse(text));
}
