import type { ReleaseListing } from '@atrium/releases/wire';
import { ShownExtensions } from '../../src/runtime/shown-extensions.ts';
import { TabModules } from '../../src/runtime/tab-modules.ts';
import { NewReleases } from '../../src/updates/new-releases.ts';
import { listedPage } from '../release-set-double.ts';

const PREVIEWED = 'p'.repeat(16);
const LIVE = 'l'.repeat(16);
const NEXT = 'n'.repeat(16);
const [SHELL, AUTH] = ['s'.repeat(16), 'a'.repeat(16)];

/** A tab that previews a release of this remote. */
function tabWith(name: string, releases = { shell: SHELL, auth: AUTH }) {
  const modules = new TabModules([listedPage('orders', name === 'orders' ? PREVIEWED : LIVE, LIVE), listedPage('stock', LIVE)].map(({ manifest, release, previous }) => ({ manifest, release, previous })), false);
  const news = new NewReleases(modules, releases, { name, release: PREVIEWED, team: 'a-team', expires: 1 }, new ShownExtensions());
  const releasesOf = () => modules.list.map(({ manifest, release, previous, retired }) => [manifest.name, release, previous, retired]);
  return { modules, news, releasesOf };
}

function listing(pages: ReleaseListing['pages'], shell = SHELL, auth = AUTH): ReleaseListing {
  return { schema: 3, revision: 9, shell, auth, pages };
}

test('keeps a previewed module, while all others take their live releases', () => {
  const { news, releasesOf } = tabWith('orders');
  news.update(listing([listedPage('orders', NEXT, LIVE), listedPage('stock', NEXT, LIVE), listedPage('carts', LIVE)]));
  expect(releasesOf()).toEqual([['orders', PREVIEWED, LIVE, false], ['stock', NEXT, LIVE, false], ['carts', LIVE, null, false]]);
  expect([news.waiting('orders'), news.siteChanged]).toEqual([null, false]);
});

test('keeps a previewed module that was never live, or is retired', () => {
  const { news, releasesOf } = tabWith('orders');
  news.update(listing([listedPage('stock', LIVE)]));
  expect(releasesOf()).toEqual([['orders', PREVIEWED, LIVE, false], ['stock', LIVE, null, false]]);
});

test.each([
  ['shell', { shell: PREVIEWED, auth: AUTH }, listing([], NEXT), listing([], SHELL, NEXT)],
  ['auth', { shell: SHELL, auth: PREVIEWED }, listing([], SHELL, NEXT), listing([], NEXT, AUTH)],
])('offers no reload for a previewed %s, but for other changes of the site', (name, releases, same, other) => {
  const { news } = tabWith(name, releases);
  news.update(same);
  expect(news.siteChanged).toBe(false);
  news.update(other);
  expect(news.siteChanged).toBe(true);
});
