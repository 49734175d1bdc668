import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { openDirectoryStore } from '../../src/stores/directory/directory-store.ts';
import type { ModuleManifest } from '../../src/model/module-manifest.ts';
import type { Registry } from '../../src/model/registry.ts';
import { parseReleaseDetails, releaseListingSchema } from '../../src/wire/release-responses.ts';
import { releaseSetSchema } from '../../src/wire/release-set.ts';
import { releaseDetails, releaseListing } from '../../src/resolve/live-site.ts';
import { resolveSite, type Resolution } from '../../src/resolve/resolve-site.ts';
import { sealBuild } from '../../src/sealing/seal.ts';
import { authFiles, folderOf, newFolder, pageFiles, passedSmokeTest, shellFiles } from '../support/builds.ts';

type BuildFiles = Readonly<Record<string, string | Buffer>>;

/** The same build with one more file, which makes another release. */
function changed(files: BuildFiles): BuildFiles {
  return { ...files, 'later.js': 'export {};' };
}

async function site(builds: readonly BuildFiles[] = [shellFiles(), authFiles(), pageFiles()]) {
  const folder = await newFolder();
  const store = openDirectoryStore(folder);
  let registry: Registry | null = null;
  /** The last release of each remote. */
  const ids: Record<string, string> = {};
  for (const files of builds) {
    const sealed = await sealBuild(await folderOf(files));
    await store.putRelease(sealed, passedSmokeTest);
    const { name, release } = sealed.manifest;
    ids[name] = release;
    const expectedRevision: number = registry?.revision ?? 0;
    ({ registry } = await store.move({ action: 'publish', name, release, expectedRevision, who: 'a', why: 'b' }));
  }
  async function resolved(known?: ReadonlyMap<string, ModuleManifest>): Promise<Resolution> {
    if (registry === null) throw new Error('nothing was moved');
    const fresh = openDirectoryStore(folder);
    return resolveSite(registry, fresh.readManifest.bind(fresh), known);
  }
  const manifestFile = (name: string, release = ids[name] ?? ''): string => join(folder, 'files', name, `${release}.json`);
  async function begin(name: string, release: string): Promise<void> {
    const expectedRevision = registry?.revision ?? 0;
    ({ registry } = await store.move({ action: 'canary', name, release, percent: 5, expectedRevision, who: 'a', why: 'b' }));
  }
  return { store, resolved, manifestFile, ids, begin, registry };
}

test('gives a browser exactly the data to load each live release', async () => {
  const { store, resolved, ids } = await site();
  const { site: found, problems } = await resolved();
  expect(problems).toEqual([]);
  const { canaries, contributions, languages, prerendered, ...live } = found ?? { canaries: null, contributions: null, languages: null, prerendered: null };
  expect(canaries).toEqual([]);
  expect(prerendered).toEqual(new Map());
  expect(contributions).toEqual(new Map());
  expect(languages).toEqual(new Map());
  const set = { schema: 3, complete: true, ...live };
  expect(v.parse(releaseSetSchema, JSON.parse(JSON.stringify(set)))).toEqual(set);
  expect(found).toMatchObject({
    revision: 3,
    shell: { base: `/releases/shell/${ids['shell'] ?? ''}/`, initial: { scripts: ['main.js'] } },
    auth: { entry: 'remote.js', global: `atrium_auth_${ids['auth'] ?? ''}`, previous: null },
    pages: [{ name: 'workspace', release: ids['workspace'], previous: null, manifest: { routes: { board: '/workspace/*' } } }],
  });
  expect(Object.keys(found?.pages[0]?.files?.scripts ?? {})).toEqual(['module.js', 'parts/board.js', 'remote.js']);
  expect(Object.keys(found?.pages[0]?.files?.styles ?? {})).toEqual(['module.css']);

  const listing = found && releaseListing(found);
  expect(v.parse(releaseListingSchema, JSON.parse(JSON.stringify(listing)))).toEqual(listing);
  expect(listing).toMatchObject({ shell: ids['shell'], auth: ids['auth'], pages: [{ release: ids['workspace'], files: null }] });
  for (const name of ['auth', 'workspace']) {
    const reading = await store.readManifest(name, ids[name] ?? '');
    const details = reading.status === 'ok' ? releaseDetails(reading.manifest) : null;
    expect(parseReleaseDetails(JSON.parse(JSON.stringify(details)))).toEqual(details);
    expect(details).toMatchObject({ name, release: ids[name], entry: 'remote.js' });
  }
});

test('has the previous release, and omits retired modules', async () => {
  const first = await site();
  const { registry, resolved, ids } = await site([shellFiles(), authFiles(), pageFiles(), changed(pageFiles())]);
  expect((await resolved()).site?.pages).toMatchObject([{ release: ids['workspace'], previous: first.ids['workspace'] }]);
  if (registry?.remotes['workspace']) registry.remotes['workspace'].live = null;
  expect((await resolved()).site?.pages).toEqual([]);
});

test.each(['shell', 'auth'])('uses the previous release of %s if the manifest of the live one is missing', async (name) => {
  const first = await site();
  const files = name === 'shell' ? shellFiles() : authFiles();
  const { resolved, manifestFile, ids } = await site([shellFiles(), authFiles(), pageFiles(), changed(files)]);
  await rm(manifestFile(name));
  const { site: found, problems } = await resolved();
  expect(problems).toMatchObject([{ remote: name, release: ids[name] }]);
  expect(name === 'shell' ? found?.shell.release : found?.auth?.release).toBe(first.ids[name]);
});

test('lists a page module whose release manifest is missing without files, with the module manifest of its previous release', async () => {
  const first = await site();
  const { resolved, manifestFile, ids } = await site([shellFiles(), authFiles(), pageFiles(), changed(pageFiles())]);
  await rm(manifestFile('workspace'));
  const { site: found, problems } = await resolved();
  expect(problems).toMatchObject([{ remote: 'workspace', release: ids['workspace'] }]);
  expect(found?.pages).toMatchObject([
    { release: ids['workspace'], previous: first.ids['workspace'], manifest: { name: 'workspace' }, files: null },
  ]);
});

test('lists a page module without a readable release manifest with its last known module manifest', async () => {
  const { resolved, manifestFile } = await site();
  const before = (await resolved()).site?.pages[0]?.manifest;
  await rm(manifestFile('workspace'));
  expect((await resolved()).site?.pages).toEqual([]);
  const known = new Map([['workspace', before as ModuleManifest]]);
  expect((await resolved(known)).site?.pages).toMatchObject([{ manifest: before, files: null }]);
});

test.each(['auth', 'workspace'])('continues without %s if its manifest is missing or malformed, and reports it', async (name) => {
  const { resolved, manifestFile, ids } = await site();
  await writeFile(manifestFile(name), '<html>');
  const malformed = await resolved();
  await rm(manifestFile(name));
  const lost = await resolved();
  for (const { site: found, problems } of [malformed, lost]) {
    expect(problems).toMatchObject([{ remote: name, release: ids[name] }]);
    expect(found?.auth === null).toBe(name === 'auth');
    expect(found?.pages).toHaveLength(name === 'workspace' ? 0 : 1);
  }
});

test('there is no site without the shell', async () => {
  const { resolved, manifestFile } = await site();
  await rm(manifestFile('shell'));
  expect(await resolved()).toMatchObject({ site: null, problems: [{ remote: 'shell' }] });
});

test('adds canaries with the live release as fallback, and reports unusable ones', async () => {
  const { store, resolved, ids, begin, manifestFile } = await site();
  const next: Record<string, string> = {};
  for (const files of [shellFiles(), authFiles(), pageFiles()]) {
    const sealed = await sealBuild(await folderOf(changed(files)));
    await store.putRelease(sealed, passedSmokeTest);
    next[sealed.manifest.name] = sealed.manifest.release;
    await begin(sealed.manifest.name, sealed.manifest.release);
  }
  const { site: found, problems } = await resolved();
  expect(problems).toEqual([]);
  expect(found).toMatchObject({ shell: { release: ids['shell'] }, auth: { release: ids['auth'] }, pages: [{ release: ids['workspace'] }] });
  expect(found?.canaries).toMatchObject([
    { name: 'shell', percent: 5, shell: { release: next['shell'] } },
    { name: 'auth', auth: { release: next['auth'], previous: ids['auth'] } },
    { name: 'workspace', page: { release: next['workspace'], previous: ids['workspace'], files: { entry: 'remote.js' } } },
  ]);
  await rm(manifestFile('workspace', next['workspace']));
  const without = await resolved();
  expect(without.site?.canaries.map(({ name }) => name)).toEqual(['shell', 'auth']);
  expect(without.problems).toMatchObject([{ remote: 'workspace', release: next['workspace'], problem: 'its manifest is not in the store', canary: true }]);
});
