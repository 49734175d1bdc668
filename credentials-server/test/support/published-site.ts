import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openDirectoryStore } from '@atrium/releases/stores/directory';
import { RELEASE_PLACEHOLDER, type SmokeTestResult } from '@atrium/releases/model';
import type { ReleaseStore } from '@atrium/releases/stores';
import { sealBuild, type SealedRelease } from '@atrium/releases/sealing';

const folders: string[] = [];

afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

/** A new empty folder, which is removed after the tests of the file. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-site-'));
  folders.push(folder);
  return folder;
}

type Build = Readonly<{ description: Record<string, unknown>; files: Record<string, string> }>;

const EVERY_BUILD = { schema: 2, placeholder: RELEASE_PLACEHOLDER, shared: {}, routerNames: [], federation: '2.9.2' };

/** A script that is long enough to be compressed, and differs for each text. */
export function script(text: string): string {
  return `${JSON.stringify(text)};`.repeat(60);
}

/** The build of a shell. */
export function shellBuild(text = 'shell'): Build {
  return {
    description: {
      ...EVERY_BUILD,
      name: 'shell',
      kind: 'shell',
      entry: 'main.js',
      global: '',
      exposes: {},
      routes: {},
      contract: '0.1.0',
      initial: { scripts: ['boot.js', 'main.js'], styles: ['main.css'] },
    },
    files: {
      'boot.js': script(`${text} boot`),
      'main.js': script(text),
      'main.js.map': '{"version":3}',
      'main.css': 'body { margin: 0 }',
      'later.js': 'later',
    },
  };
}

/** The build of an auth remote. */
export const authBuild: Build = {
  description: {
    ...EVERY_BUILD,
    name: 'auth',
    kind: 'auth-remote',
    entry: 'remote.js',
    global: `atrium_auth_${RELEASE_PLACEHOLDER}`,
    exposes: { './auth': { scripts: ['auth.js'], styles: [] } },
    routes: {},
    contract: '0.1.0',
  },
  files: { 'remote.js': 'remote', 'auth.js': 'auth', 'supabase.js': 'supabase' },
};

/** The build of a page module with these routes. */
export function pageBuild(name: string, routes: Readonly<Record<string, string>>, title: string = name): Build {
  return {
    description: {
      ...EVERY_BUILD,
      name,
      kind: 'page-module',
      entry: 'remote.js',
      global: `atrium_${name}_${RELEASE_PLACEHOLDER}`,
      exposes: { './module': { scripts: ['module.js'], styles: ['module.css'] } },
      routes: Object.fromEntries(
        Object.keys(routes).map((key) => [key, { scripts: [`${key}.js`], styles: [`${key}.css`] }]),
      ),
      contract: '^0.1',
      moduleManifest: { name, contract: '^0.1', title: { en: title }, routes, navigation: [] },
    },
    files: {
      'remote.js': 'remote',
      'module.js': 'module',
      'module.css': `.${name}-text {}`,
      ...Object.fromEntries(Object.keys(routes).map((key) => [`${key}.js`, key])),
      ...Object.fromEntries(Object.keys(routes).map((key) => [`${key}.css`, `.${name}-${key} {}`])),
    },
  };
}

/** The builds of a small complete site. */
export const siteBuilds: readonly Build[] = [
  shellBuild(),
  authBuild,
  pageBuild('account', { login: '/login', verify: '/login/verify' }),
  pageBuild('workspace', { board: '/workspace/*' }),
];

/** The result of a passed smoke test. */
export const passedSmokeTest: SmokeTestResult = { schema: 1, passed: true, problems: [], when: '2026-11-21T12:00:00.000Z' };

/** Seals a build, as a team's machine does. */
export async function sealed({ description, files }: Build): Promise<SealedRelease> {
  const folder = await newFolder();
  for (const [path, content] of Object.entries({ ...files, 'build.json': JSON.stringify(description) })) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return sealBuild(folder);
}

/** Publishes a build and makes it live. Returns its release id. */
export async function publish(store: ReleaseStore, build: Build): Promise<string> {
  const release = await sealed(build);
  await store.putRelease(release, passedSmokeTest);
  return makeLive(store, release);
}

/** Makes a stored release live. Returns its id. */
export async function makeLive(store: ReleaseStore, { manifest: { name, release } }: SealedRelease): Promise<string> {
  const reading = await store.readRegistry();
  const expectedRevision = reading.status === 'ok' ? reading.registry.revision : 0;
  await store.move({ action: 'publish', name, release, expectedRevision, who: 'a test', why: 'to see it' });
  return release;
}

/** A store on a new folder with a small complete site, its folder, and the release ids by name. Call it with the same array for the same site. */
export async function publishedSite(builds = siteBuilds): Promise<{ store: ReleaseStore; folder: string; ids: Readonly<Record<string, string>> }> {
  const copy = copies.get(builds) ?? preparedStore((store) => publishAll(store, builds));
  copies.set(builds, copy);
  const { facts: ids, ...rest } = await copy();
  return { ...rest, ids };
}

const copies = new Map<readonly Build[], () => Promise<PreparedStore<Readonly<Record<string, string>>>>>();

/** Publishes builds. Returns their release ids by name. */
export async function publishAll(store: ReleaseStore, builds: readonly Build[]): Promise<Readonly<Record<string, string>>> {
  const ids: Record<string, string> = {};
  for (const build of builds) ids[String(build.description['name'])] = await publish(store, build);
  return ids;
}

interface PreparedStore<Facts> {
  readonly store: ReleaseStore;
  readonly folder: string;
  /** What the preparation returned. */
  readonly facts: Facts;
}

/** A function that returns a copy of a store on a new folder. The store is prepared once, because that takes most of the time. */
export function preparedStore<Facts>(prepare: (store: ReleaseStore) => Promise<Facts>): () => Promise<PreparedStore<Facts>> {
  const prepareOnce = async () => {
    const folder = await newFolder();
    return { folder, facts: await prepare(openDirectoryStore(folder)) };
  };
  let original: ReturnType<typeof prepareOnce> | null = null;
  return async () => {
    original ??= prepareOnce();
    const { folder: from, facts } = await original;
    const folder = await newFolder();
    await cp(from, folder, { recursive: true });
    return { store: openDirectoryStore(folder), folder, facts };
  };
}
