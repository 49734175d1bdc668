import { previewedSite } from '../../src/preview/previewed-site.ts';
import type { ReleaseManifest } from '../../src/model/release-manifest.ts';
import type { LiveSite } from '../../src/resolve/live-site.ts';

const integrity = `sha384-${'A'.repeat(64)}`;
const [live, older, wanted] = ['a'.repeat(16), 'b'.repeat(16), 'c'.repeat(16)] as const;

function manifest(name: string, kind: ReleaseManifest['kind'], release: string = wanted): ReleaseManifest {
  return {
    schema: 2,
    name,
    kind,
    release,
    entry: 'entry.js',
    global: `atrium_${name}_${release}`,
    contract: '^0.1',
    shared: {},
    routerNames: [],
    federation: '2.9.2',
    exposes: {},
    routes: {},
    files: { 'entry.js': { integrity, bytes: 1 } },
    initial: { scripts: ['entry.js'], styles: [] },
    moduleManifest: { name, contract: '^0.1', title: { en: name }, routes: { main: `/${name}` }, navigation: [] },
  } as unknown as ReleaseManifest;
}

function container(name: string) {
  return { name, release: live, base: `/releases/${name}/${live}/`, scripts: {}, styles: {}, entry: 'entry.js', global: 'a', exposes: {} };
}

const orders = { name: 'orders', release: live, previous: older, manifest: manifest('orders', 'page-module') as never, files: null };

const site: LiveSite = {
  revision: 7,
  shell: { ...container('shell'), initial: { scripts: [], styles: [] } },
  auth: { ...container('auth'), previous: older },
  pages: [orders, { ...orders, name: 'sales' }],
  canaries: [],
  contributions: new Map(),
  languages: new Map(),
  prerendered: new Map(),
};

test('replaces the live release of a page module, which becomes the fallback', () => {
  const found = previewedSite(site, manifest('orders', 'page-module'));
  expect(found?.pages.map(({ name, release, previous }) => [name, release, previous])).toEqual([
    ['orders', wanted, live],
    ['sales', live, older],
  ]);
  expect(found?.pages[0]?.files?.scripts).toEqual({ 'entry.js': integrity });
  expect([found?.shell, found?.auth, found?.revision]).toEqual([site.shell, site.auth, 7]);
});

test('keeps the fallback if the release is already live', () => {
  expect(previewedSite(site, manifest('orders', 'page-module', live))?.pages[0]).toMatchObject({ release: live, previous: older });
});

test('adds a page module that is not live, without a fallback', () => {
  expect(previewedSite(site, manifest('carts', 'page-module'))?.pages.at(-1)).toMatchObject({ name: 'carts', release: wanted, previous: null });
});

test('replaces the shell and the auth remote in the same way', () => {
  expect(previewedSite(site, manifest('shell', 'shell'))).toMatchObject({ shell: { release: wanted, initial: { scripts: ['entry.js'] } }, auth: site.auth });
  expect(previewedSite(site, manifest('auth', 'auth-remote'))?.auth).toMatchObject({ release: wanted, previous: live });
});

test.each<[string, ReleaseManifest['kind']]>([
  ['orders', 'shell'],
  ['orders', 'auth-remote'],
  ['shell', 'page-module'],
  ['auth', 'page-module'],
])('does not preview a release of %s that is a %s', (name, kind) => {
  expect(previewedSite(site, manifest(name, kind))).toBeNull();
});
