import { PREVIEW_BLOCK_ID, PREVIEW_CHECK_PATH, PREVIEW_PATH, previewBlockSchema, type PreviewBlock } from '@atrium/releases/wire';
import { signPreview, type PreviewOffer } from '@atrium/releases/preview';
import type { ReleaseStore } from '@atrium/releases/stores';
import * as v from 'valibot';
import { accessToken, adaResponse, authService, type ServiceResponse } from './auth-service.ts';
import { capturedLog } from './captured-log.ts';
import { pageBuild, passedSmokeTest, preparedStore, publishAll, sealed, siteBuilds } from './published-site.ts';
import { page } from './read-document.ts';
import { ask, startSite, type SiteResponse } from './running-site.ts';
import { storeWith } from './store-with.ts';

const siteOf = (builds: typeof siteBuilds) =>
  preparedStore(async (store) => {
    const ids = await publishAll(store, builds);
    const next = await sealed(pageBuild('workspace', { board: '/workspace/*', more: '/more' }, 'The next one'));
    await store.putRelease(next, passedSmokeTest);
    return { ids, next, token: await store.teams.createToken({ team: 'workspace-team', remotes: ['workspace'] }) };
  });

const usualSite = siteOf(siteBuilds);

/** A site with a stored `workspace` release that is not live, and a team that signs links. */
export async function siteWithPreviews({ change = {}, builds = siteBuilds, respondTo = () => adaResponse, previewsPerMinute = 1000, trustProxy = false }: {
  readonly change?: Partial<ReleaseStore>;
  readonly builds?: typeof siteBuilds;
  readonly respondTo?: (token: string) => ServiceResponse | null;
  readonly previewsPerMinute?: number;
  readonly trustProxy?: string[] | false;
} = {}) {
  const { store, folder, facts: { ids, next, token } } = await (builds === siteBuilds ? usualSite : siteOf(builds))();
  const { supabaseUrl, asked } = await authService(respondTo);
  const { lines, logger } = capturedLog();
  const clock = { now: Date.UTC(2026, 10, 21) };
  const base = await startSite({
    store: storeWith(store, change), supabaseUrl, previewsPerMinute, trustProxy, now: () => clock.now, logger,
  });
  const offer: PreviewOffer = { name: 'workspace', release: next.manifest.release, expires: clock.now / 1000 + 60, path: '/workspace/plans?x=1' };
  const sign = (other: Partial<PreviewOffer> = {}, by = token): string => signPreview(by, { ...offer, ...other });
  return { store, ids, folder, base, lines, asked, clock, token, offer, sign, next };
}

/** The request of a page of the site with a link, by a signed-in person. */
export function fromOwnPage(link: unknown, headers: Readonly<Record<string, string>> = {}) {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', authorization: `Bearer ${accessToken()}`, ...headers },
    body: JSON.stringify({ link }),
  };
}

/** Checks what a link shows. */
export function check(base: string, link: unknown, headers?: Readonly<Record<string, string>>): Promise<SiteResponse> {
  return ask(base, PREVIEW_CHECK_PATH, fromOwnPage(link, headers));
}

/** Confirms a link. Returns the address that the page opens, and the cookie that is set. */
export async function confirmed(base: string, link: string): Promise<{ address: string; cookie: string; setCookie: string }> {
  const { status, text, headers } = await ask(base, PREVIEW_PATH, fromOwnPage(link));
  if (status !== 200) throw new Error(`The preview was refused: ${text}`);
  const { address } = v.parse(v.object({ address: v.string() }), JSON.parse(text));
  const setCookie = String(headers['set-cookie']);
  return { address, cookie: setCookie.split(';')[0] ?? '', setCookie };
}

/** Opens a page with a cookie. */
export function open(base: string, address: string, cookie?: string): Promise<SiteResponse> {
  return ask(base, address, { headers: { ...page.headers, ...(cookie !== undefined && { cookie }) } });
}

/** The preview block of a document; null if there is none. */
export function blockIn({ text }: SiteResponse): PreviewBlock | null {
  const [, block] = new RegExp(`<script type="application/json" id="${PREVIEW_BLOCK_ID}">(.*?)</script>`, 's').exec(text) ?? [];
  return block === undefined ? null : v.parse(previewBlockSchema, JSON.parse(block));
}
