import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  contributionListingSchema,
  CONTRIBUTIONS_PATH,
  parseReleaseDetails,
  releaseListingSchema,
  releaseSetSchema,
  type ReleaseSet,
} from '@atrium/releases/wire';
import { openDirectoryStore } from '@atrium/releases/stores/directory';
import * as v from 'valibot';
import { pageBuild, publish, publishedSite, siteBuilds } from '../support/published-site.ts';
import { ask, startSite } from '../support/running-site.ts';

async function releaseSetAt(base: string, path: string): Promise<ReleaseSet> {
  const { text } = await ask(base, path, { headers: { accept: 'text/html' } });
  const block = /id="atrium-release-set">(.*?)<\/script>/s.exec(text);
  return v.parse(releaseSetSchema, JSON.parse(block?.[1] ?? ''));
}

async function listingOf(base: string): Promise<v.InferOutput<typeof releaseListingSchema>> {
  return v.parse(releaseListingSchema, JSON.parse((await ask(base, '/__atrium/registry')).text));
}

/** A module with a menu entry. */
function menuBuild(name: string, text = name, contributions = {}): ReturnType<typeof pageBuild> {
  const { description, files } = pageBuild(name, { main: `/${name}` }, text);
  const moduleManifest = { name, contract: '^0.1', title: { en: text }, routes: { main: `/${name}` }, navigation: [{ route: 'main', label: { en: name } }], ...contributions };
  return { description: { ...description, moduleManifest }, files };
}

test('the document of a small site names all its modules', async () => {
  const { store } = await publishedSite();
  const set = await releaseSetAt(await startSite({ store }), '/');
  expect(set.complete).toBe(true);
  expect(set.pages.map(({ name, files }) => [name, files?.entry])).toEqual([['account', 'remote.js'], ['workspace', 'remote.js']]);
});

test('the document of a page names the files of its own module only', async () => {
  const { store } = await publishedSite();
  const set = await releaseSetAt(await startSite({ store }), '/login');
  expect(set.complete).toBe(true);
  expect(set.pages.map(({ name, files }) => [name, files?.entry])).toEqual([['account', 'remote.js'], ['workspace', undefined]]);
});

test("the document of a bigger site names the path's module with files, some of the menu without, and does not grow", async () => {
  const names = Array.from({ length: 12 }, (_, index) => `module${index}`);
  const { store } = await publishedSite([...siteBuilds, ...names.slice(0, 5).map((name) => menuBuild(name))]);
  const base = await startSite({ store });
  const small = await ask(base, '/login', { headers: { accept: 'text/html' } });
  for (const name of names.slice(5)) await publish(store, menuBuild(name));
  const set = await releaseSetAt(base, '/login');
  expect(set.complete).toBe(false);
  expect(set.pages.map(({ name, files }) => [name, files !== null])).toEqual([
    ['account', true], ['module0', false], ['module1', false], ['module2', false], ['module3', false], ['module4', false],
  ]);
  const big = await ask(base, '/login', { headers: { accept: 'text/html' } });
  // The revision has one more digit.
  expect(big.body.length - small.body.length).toBeLessThan(3);
  expect((await releaseSetAt(base, '/module11')).pages.find(({ name }) => name === 'module11')?.files?.entry).toBe('remote.js');
  expect((await listingOf(base)).pages.map(({ name }) => name)).toEqual(['account', 'workspace', ...names]);
});

test('the document of a bigger site names the first five menu entries for visitors and for signed-in users, by their order, without groups', async () => {
  const inMenu = (name: string, audience: { readonly requires: string; readonly order?: number }) =>
    menuBuild(name, name, { navigation: [{ route: 'main', label: { en: name }, group: { en: 'Sales', de: 'Vertrieb' }, icon: 'users', ...audience }] });
  const members = Array.from({ length: 9 }, (_, index) => inMenu(`member${index}`, { requires: 'signed-in' }));
  const visitors = inMenu('visitors', { requires: 'signed-out' });
  const { store } = await publishedSite([...siteBuilds, ...members, visitors, inMenu('first', { requires: 'signed-in', order: 0 })]);
  const base = await startSite({ store });
  const { pages } = await releaseSetAt(base, '/login');
  expect(pages.map(({ name }) => name)).toEqual(['account', 'member0', 'member1', 'member2', 'member3', 'visitors', 'first']);
  expect(JSON.stringify(pages)).not.toMatch(/Sales|Vertrieb/);
  expect((await listingOf(base)).pages.find(({ name }) => name === 'first')?.manifest.navigation).toMatchObject([{ group: { en: 'Sales', de: 'Vertrieb' }, icon: 'users' }]);
});

test('the listing names live releases without files, and responds with 304 until a release moves', async () => {
  const { store, ids } = await publishedSite();
  const base = await startSite({ store });
  const first = await ask(base, '/__atrium/registry');
  expect(first.headers['cache-control']).toBe('private, no-cache');
  expect(await listingOf(base)).toMatchObject({
    shell: ids['shell'],
    auth: ids['auth'],
    pages: [{ name: 'account', release: ids['account'], previous: null, files: null }, { name: 'workspace' }],
  });
  const known = { headers: { 'if-none-match': first.headers['etag'] ?? '' } };
  expect((await ask(base, '/__atrium/registry', known)).status).toBe(304);
  const release = await publish(store, pageBuild('workspace', { board: '/workspace/*' }, 'another title'));
  expect((await ask(base, '/__atrium/registry', known)).status).toBe(200);
  expect((await listingOf(base)).pages[1]).toMatchObject({ release, previous: ids['workspace'] });
});

test('documents and the listing leave contributions out; their own listing and the details of a release have them', async () => {
  const extensions = { recent: { slot: 'account.sections', slotVersion: '1.0', title: { en: 'Orders' }, size: { height: 80 }, permission: 'orders.read' } };
  const { store, ids } = await publishedSite([...siteBuilds, menuBuild('orders', 'Orders', { extensions })]);
  const base = await startSite({ store });
  const release = ids['orders'] ?? '';
  for (const set of [await releaseSetAt(base, '/orders'), await listingOf(base)]) expect(JSON.stringify(set)).not.toContain('orders.read');
  const { headers, text } = await ask(base, CONTRIBUTIONS_PATH);
  expect(headers['cache-control']).toBe('private, no-cache');
  expect(v.parse(contributionListingSchema, JSON.parse(text)).modules).toEqual([
    { name: 'account', release: ids['account'], contributions: {} },
    { name: 'workspace', release: ids['workspace'], contributions: {} },
    { name: 'orders', release, contributions: { extensions } },
  ]);
  const details = await ask(base, `/__atrium/remotes/orders/${release}`);
  expect(parseReleaseDetails(JSON.parse(details.text))).toMatchObject({ release, contributions: { extensions } });
  expect((await ask(base, CONTRIBUTIONS_PATH, { headers: { 'if-none-match': headers['etag'] ?? '' } })).status).toBe(304);
});

test('the details of every stored release are immutable, and those of others do not exist', async () => {
  const { store, ids } = await publishedSite();
  const base = await startSite({ store });
  await publish(store, pageBuild('workspace', { board: '/workspace/*' }, 'another title'));
  for (const name of ['auth', 'workspace']) {
    const release = ids[name] ?? '';
    const { status, headers, text } = await ask(base, `/__atrium/remotes/${name}/${release}`);
    expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
    expect(parseReleaseDetails(JSON.parse(text))).toMatchObject({ name, release, base: `/releases/${name}/${release}/`, entry: 'remote.js' });
  }
  for (const path of [`shell/${ids['shell'] ?? ''}`, 'workspace/aaaaaaaaaaaaaaaa', `unknown/${ids['workspace'] ?? ''}`, '..%2f..%2f/x']) {
    const { status, headers } = await ask(base, `/__atrium/remotes/${path}`);
    expect([path, status, headers['cache-control']]).toEqual([path, 404, 'no-store']);
  }
});

test('a module of page contract 1 keeps the paths of its live release, but the release cannot be loaded', async () => {
  const { store, folder } = await publishedSite();
  const base = await startSite({ store });
  const previous = (await releaseSetAt(base, '/')).pages[1];
  await publish(store, pageBuild('workspace', { board: '/workspace/*' }, 'another title'));
  const live = (await releaseSetAt(base, '/')).pages[1];
  for (const { release = '' } of [previous ?? {}, live ?? {}]) {
    const file = join(folder, 'files', 'workspace', `${release}.json`);
    const { moduleManifest: facts, ...manifest } = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
    await writeFile(file, JSON.stringify({ ...manifest, schema: 1, facts }));
  }
  const upgraded = await startSite({ store: openDirectoryStore(folder) });
  expect((await releaseSetAt(upgraded, '/workspace')).pages[1]).toEqual({ ...live, files: null });
  expect(live?.manifest).not.toEqual(previous?.manifest);
  expect((await ask(upgraded, `/__atrium/remotes/workspace/${live?.release ?? ''}`)).status).toBe(404);
});

test('a module whose release manifests are lost keeps its paths, from its last known module manifest', async () => {
  const { store, folder } = await publishedSite();
  let broken = false;
  const lossy = Object.assign(Object.create(store) as typeof store, {
    readManifest: (name: string, release: string) =>
      Promise.resolve(broken && name === 'workspace' ? { status: 'missing' as const } : openDirectoryStore(folder).readManifest(name, release)),
    readRegistry: () => store.readRegistry(),
    registryFingerprint: () => store.registryFingerprint(),
  });
  const base = await startSite({ store: lossy });
  const before = (await releaseSetAt(base, '/')).pages[1];
  await publish(store, pageBuild('workspace', { board: '/workspace/*' }, 'another title'));
  broken = true;
  await rm(join(folder, 'files', 'workspace', `${before?.release ?? ''}.json`));
  const after = (await releaseSetAt(base, '/workspace')).pages[1];
  expect(after).toMatchObject({ name: 'workspace', previous: before?.release, manifest: before?.manifest, files: null });
});
