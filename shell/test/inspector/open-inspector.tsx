import type { AuthState } from '@atrium/page-kit/contract/auth';
import type { PlatformLogEntry } from '@atrium/releases/wire';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { remoteOf, stateOf } from '../platform/platform-double.tsx';
import { LIVE, PREVIOUS, renderHome } from '../extensions/render-slot.tsx';
import { ada } from '../sign-in-double.tsx';

/** A release that is the canary. */
export const CANARY = 'ccccddddeeeeffff';
const OLD = 'oooollllddddaaaa';

const MEMBER: Partial<AuthState> = { user: ada, assurance: { currentLevel: 'aal2', nextLevel: 'aal2' } };

/** A module with an extension on the page. */
export const ORDERS = { orders: { [LIVE]: { components: { count: () => <p>Three orders</p> } } } };

/** An entry of the history: one release replaces another. */
export function entry(revision: number, release: string, replaced: string): PlatformLogEntry {
  return { revision, action: 'publish', name: 'orders', release, replaced, when: `2026-10-${revision}T08:00:00Z`, who: 'Ada', why: 'because', team: null, canary: null, quarantined: null, overridden: [] };
}

/** The server's responses about releases: a status and data, or null while it is unreachable. */
export interface PlatformResponses {
  readonly member?: readonly [number, object] | null;
  readonly state?: readonly [number, object] | null;
  readonly log?: readonly [number, object];
  readonly link?: readonly [number, object];
  readonly confirmation?: readonly [number, object];
}

const STATE = stateOf([remoteOf('orders', { live: LIVE, previous: PREVIOUS, canary: { release: CANARY, percent: 5 } })]);
/** The responses to a member of the platform team. */
export const RESPONSES: PlatformResponses = {
  member: [200, { isMember: true }],
  state: [200, STATE],
  log: [200, { entries: [entry(12, LIVE, PREVIOUS), entry(11, PREVIOUS, OLD), entry(10, OLD, '')] }],
  link: [200, { link: 'v1.link' }],
  confirmation: [200, { address: '/home?atrium-preview=digest' }],
};

/** Responds to the requests of the inspector. Returns its requests; the responses can change later. */
function respondToRequests(given: PlatformResponses = {}) {
  const site = globalThis.fetch;
  const server = { responses: { ...RESPONSES, ...given }, requested: [] as string[], sent: [] as unknown[] };
  globalThis.fetch = (input, init) => {
    const path = typeof input === 'string' ? input : '';
    const { member, state, log, link, confirmation } = server.responses;
    const known: Record<string, readonly [number, object] | null | undefined> = {
      '/__atrium/releases/member': member,
      '/__atrium/releases/state': state,
      '/__atrium/releases/log': log,
      '/__atrium/releases/preview': link,
      '/__atrium/preview': confirmation,
    };
    const key = path.replace(/\?.*/, '');
    if (!(key in known)) return site(input, init);
    server.requested.push(`${init?.method ?? 'GET'} ${path}`);
    if (typeof init?.body === 'string') server.sent.push(JSON.parse(init.body));
    const response = known[key];
    return response ? Promise.resolve(Response.json(response[1], { status: response[0] })) : Promise.reject(new TypeError('Failed to fetch'));
  };
  return server;
}

const getSupabase = () => Promise.resolve({ auth: { getSession: () => Promise.resolve({ data: { session: { access_token: 'a.b.c' } } }) } } as never);

/** Opens a page with extensions as a member of the platform team, and responds to its requests. */
export async function openSite(modules: Parameters<typeof renderHome>[0] = ORDERS, { responses, ...options }: Parameters<typeof renderHome>[1] & { readonly responses?: PlatformResponses } = {}) {
  const site = await renderHome(modules, { auth: MEMBER, getSupabase, ...options });
  return { ...site, server: respondToRequests(responses) };
}

/** Opens the inspector from the palette. */
export async function inspect(): Promise<HTMLElement> {
  await userEvent.keyboard('{Control>}k{/Control}');
  await userEvent.click(await screen.findByRole('option', { name: 'Inspect this page' }));
  return screen.findByRole('complementary', { name: 'Inspector' });
}

/** Opens the details of a part. */
export async function openRow(name: RegExp): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name, expanded: false }));
}

/** A file that the browser has recorded. */
export interface LoadedFile {
  readonly name: string;
  readonly startTime: number;
  readonly responseEnd: number;
  readonly encodedBodySize: number;
  readonly transferSize: number;
}

class TimingDouble {}

/** Replaces the browser's records of loaded files, which jsdom lacks. */
export function recordFiles(files: () => readonly LoadedFile[]): void {
  Object.assign(globalThis, {
    PerformanceResourceTiming: TimingDouble,
    PerformanceObserver: class {
      observe = () => undefined;
      disconnect = () => undefined;
    },
  });
  Object.assign(performance, { getEntriesByType: () => files().map((file) => Object.assign(new TimingDouble(), file)) });
}
