import type { PlatformRemote, PlatformState } from '@atrium/releases/wire';
import { act } from '@testing-library/react';
import { provideOpenTab } from '../../src/site.tsx';
import { joinReleaseChannel } from '../../src/updates/release-channel.ts';
import { ReleaseWatch } from '../../src/updates/release-watch.ts';
import { RealtimeDouble } from '../realtime-double.ts';
import { renderSite } from '../render-site.tsx';
import { ada, signInDouble } from '../sign-in-double.tsx';

// jsdom loads no style sheets, and the page waits for its own.
new MutationObserver((changes) => {
  for (const { addedNodes } of changes) addedNodes.forEach((node) => node.dispatchEvent(new Event('load')));
}).observe(document.head, { childList: true });

/** Distinguishable release ids. */
export const ids = { live: 'liveaaaaaaaaaaaa', canary: 'canaryaaaaaaaaaa', previous: 'beforeaaaaaaaaaa', bad: 'badaaaaaaaaaaaaa' };

/** A page module with a live and a previous release. */
export function remoteOf(name: string, change: Partial<PlatformRemote> = {}): PlatformRemote {
  return {
    name, kind: 'page-module', title: { en: `The ${name}` }, owner: `team ${name}`,
    live: ids.live, previous: ids.previous, canary: null, quarantined: [], since: '2026-11-20T10:00:00.000Z', ...change,
  };
}

/** The server's state of a small site. */
export function stateOf(remotes: readonly PlatformRemote[], change: Partial<PlatformState> = {}): PlatformState {
  return { revision: 7, person: 'ada@example.com', health: [], problems: [], waiting: [], teams: [], ...change, remotes: [...remotes] };
}

/** One request of the page. */
export interface SentRequest {
  readonly path: string;
  readonly body: unknown;
}

/** A double of the site's server: tests set its responses and read its requests. */
export class ServerDouble {
  state: PlatformState | { readonly status: number; readonly code: string } | null = null;
  log: readonly unknown[] = [];
  isLogAvailable = true;
  /** Responses to moves, in order; after the last, the state. */
  readonly moves: { readonly status: number; readonly data: unknown }[] = [];
  readonly requested: SentRequest[] = [];

  constructor() {
    window.scrollTo = () => undefined;
    globalThis.fetch = ((address: string, init: RequestInit) => this.#respond(address, init)) as typeof fetch;
  }

  /** The bodies of the sent moves. */
  get sent(): unknown[] {
    return this.requested.filter(({ path }) => path.endsWith('/moves')).map(({ body }) => body);
  }

  refuse(status: number, code: string, more: object = {}): void {
    this.moves.push({ status, data: { error: { code, message: 'words', ...more } } });
  }

  #respond(address: string, init: RequestInit): Promise<Response> {
    const path = address.replace(/\?.*/, '');
    this.requested.push({ path: address, body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : null });
    if (!path.startsWith('/__atrium/releases/')) return Promise.reject(new Error('not of this page'));
    if (path.endsWith('/log')) return this.isLogAvailable ? json({ entries: this.log }) : Promise.reject(new Error('offline'));
    if (this.state === null) return Promise.reject(new Error('offline'));
    if ('status' in this.state) return json({ error: { code: this.state.code, message: 'words' } }, this.state.status);
    if (path.endsWith('/state')) return json(this.state);
    const next = this.moves.shift();
    return next ? json(next.data, next.status) : json({ moved: true, state: this.state });
  }
}

/** A response of the site's server; jsdom has no Response. */
function json(data: unknown, status = 200): Promise<Response> {
  return Promise.resolve({ ok: status < 300, status, json: () => Promise.resolve(data) } as Response);
}

/** Opens the page as a signed-in user. A guard that needs a second factor shows a text. */
export async function openPlatformPage(): Promise<void> {
  const { module } = signInDouble({ user: ada });
  const getSupabase = () => Promise.resolve({ auth: { getSession: () => Promise.resolve({ data: { session: { access_token: 'a.b.c' } } }) } } as never);
  const value = {
    ...module,
    RequireAuth: ({ children, assurance }: { readonly children: React.ReactNode; readonly assurance?: string }) => (assurance === 'aal2' ? <p>Second factor first</p> : children),
    auth: { ...module.auth, getSupabase },
  };
  provideOpenTab(await renderSite('/__atrium/releases', { auth: () => ({ success: true, value }) }));
  await act(() => import('../../src/platform/platform-page.tsx'));
}

/** Broadcasts a release change to the tab, as Realtime does, and waits for the requests that follow. */
export async function broadcastReleaseChange(): Promise<void> {
  const realtime = new RealtimeDouble();
  const auth = { ...signInDouble().module.auth, getSupabase: () => Promise.resolve(realtime.client) };
  await joinReleaseChannel(auth, new ReleaseWatch(() => undefined));
  await act(async () => {
    // A revision that the watch knows already, so that only the page's own requests follow.
    realtime.broadcast('atrium:releases', 'moved', { revision: -1 });
    await Promise.resolve();
  });
}
