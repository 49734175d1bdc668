import { releaseListingSchema, releaseSetSchema, type ReleaseSet } from '@atrium/releases/wire';
import type { ReleaseStore } from '@atrium/releases/stores';
import * as v from 'valibot';
import { pageBuild, passedSmokeTest, publishedSite, sealed, shellBuild } from '../support/published-site.ts';
import { ask, startSite, type SiteResponse } from '../support/running-site.ts';
import { storeWith } from '../support/store-with.ts';

const HTML_HEADERS = { accept: 'text/html' };

/** Starts a canary with a build. Returns its release id. */
async function canary(store: ReleaseStore, build: Parameters<typeof sealed>[0], percent: number): Promise<string> {
  const release = await sealed(build);
  await store.putRelease(release, passedSmokeTest);
  await move(store, release.manifest.name, release.manifest.release, percent);
  return release.manifest.release;
}

async function move(store: ReleaseStore, name: string, release: string, percent: number): Promise<void> {
  const reading = await store.readRegistry();
  const expectedRevision = reading.status === 'ok' ? reading.registry.revision : 0;
  await store.move({ action: 'canary', name, release, percent, expectedRevision, who: 'a', why: 'b' });
}

/** What a visitor with this cookie gets, and the cookie that is set. */
async function visit(base: string, cookie?: string): Promise<{ set: ReleaseSet; given: string | undefined; etag: string }> {
  const response = await ask(base, '/workspace/all', { headers: { ...HTML_HEADERS, ...(cookie && { cookie }) } });
  const block = /id="atrium-release-set">(.*?)<\/script>/s.exec(response.text);
  return { set: v.parse(releaseSetSchema, JSON.parse(block?.[1] ?? '')), given: visitorCookie(response), etag: response.headers.etag ?? '' };
}

function visitorCookie({ headers }: SiteResponse): string | undefined {
  return headers['set-cookie']?.find((cookie) => cookie.startsWith('atrium-visitor='));
}

function releaseOf({ pages }: Pick<ReleaseSet, 'pages'>, name: string): string | undefined {
  return pages.find((page) => page.name === name)?.release;
}

const next = pageBuild('workspace', { board: '/workspace/*' }, 'Another title');

test('sets no cookie while there is no canary', async () => {
  const { store } = await publishedSite();
  expect((await visit(await startSite({ store }))).given).toBeUndefined();
});

test('the first document sets a cookie, by which later documents and the listing have the same canaries', async () => {
  const { store, ids } = await publishedSite();
  const release = await canary(store, next, 50);
  const base = await startSite({ store });
  const seen = new Set<string | undefined>();
  for (let visitor = 0; visitor < 40; visitor += 1) {
    const first = await visit(base);
    const [cookie = ''] = first.given?.split(';') ?? [];
    expect(first.given).toMatch(/^atrium-visitor=[0-9a-f]{32}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/);
    const again = await visit(base, `theme=dark; ${cookie}; x=y`);
    expect([again.given, again.etag, releaseOf(again.set, 'workspace')]).toEqual([undefined, first.etag, releaseOf(first.set, 'workspace')]);
    const listing = v.parse(releaseListingSchema, JSON.parse((await ask(base, '/__atrium/registry', { headers: { cookie } })).text));
    expect(listing.pages.map((page) => page.release)).toEqual(first.set.pages.map((page) => page.release));
    seen.add(releaseOf(first.set, 'workspace'));
  }
  expect(seen).toEqual(new Set([release, ids['workspace']]));
});

test("a canary visitor falls back on the live release, preloads the canary's files, and keeps it when it is widened", async () => {
  const { store, ids } = await publishedSite();
  const release = await canary(store, next, 20);
  const base = await startSite({ store });
  const cookies = Array.from({ length: 60 }, (_, index) => `atrium-visitor=${index.toString(16).padStart(32, '0')}`);
  async function chosen(): Promise<string[]> {
    const sets = await Promise.all(cookies.map(async (cookie) => ({ cookie, ...(await visit(base, cookie)) })));
    for (const { set } of sets) {
      const page = set.pages.find(({ name }) => name === 'workspace');
      expect([page?.release, page?.previous, page?.files?.base]).toEqual(
        page?.release === release ? [release, ids['workspace'], `/releases/workspace/${release}/`] : [ids['workspace'], null, `/releases/workspace/${ids['workspace'] ?? ''}/`],
      );
    }
    return sets.filter(({ set }) => releaseOf(set, 'workspace') === release).map(({ cookie }) => cookie);
  }
  const few = await chosen();
  await move(store, 'workspace', release, 70);
  const many = await chosen();
  expect(few.length).toBeGreaterThan(0);
  expect(many.length).toBeGreaterThan(few.length);
  expect(many).toEqual(expect.arrayContaining(few));
  await move(store, 'workspace', release, 0);
  expect(await chosen()).toEqual([]);
});

test('a shell can be a canary, and cookies of another form are ignored', async () => {
  const { store, ids } = await publishedSite();
  const release = await canary(store, shellBuild('another shell'), 100);
  const base = await startSite({ store });
  expect((await visit(base)).set.shell.release).toBe(release);
  for (const cookie of ['atrium-visitor=', 'atrium-visitor=../../x', `other-atrium-visitor=${'a'.repeat(32)}`, `atrium-visitor=${'A'.repeat(32)}`]) {
    expect((await visit(base, cookie)).given).toBeDefined();
    const listing: unknown = JSON.parse((await ask(base, '/__atrium/registry', { headers: { cookie } })).text);
    expect(listing).toMatchObject({ shell: ids['shell'] });
  }
});

test('the cookie is Secure if the site uses https', async () => {
  const { store } = await publishedSite();
  await canary(store, next, 50);
  const base = await startSite({ store, trustProxy: ['127.0.0.1'] });
  const response = await ask(base, '/', { headers: { ...HTML_HEADERS, 'x-forwarded-proto': 'https' } });
  expect(visitorCookie(response)).toMatch(/; Secure; SameSite=Lax$/);
});

test('without its stored files, a canary leaves all visitors with the live release', async () => {
  const { store, ids } = await publishedSite();
  const release = await canary(store, next, 100);
  const readManifest: ReleaseStore['readManifest'] = (name, id) => (id === release ? Promise.resolve({ status: 'missing' }) : store.readManifest(name, id));
  const base = await startSite({ store: storeWith(store, { readManifest }) });
  expect(releaseOf((await visit(base)).set, 'workspace')).toBe(ids['workspace']);
  expect((await ask(base, '/metrics')).text).toContain('atrium_remotes_left_out 1');
});
