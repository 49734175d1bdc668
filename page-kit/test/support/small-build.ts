import { CONTRACT_VERSION } from '../../src/contract/contract-version.ts';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { RELEASE_PLACEHOLDER } from '@atrium/releases/model';

const made: string[] = [];

afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

/** Creates an empty folder outside the repository, which is removed after the tests of the file. */
export function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-command-'));
  made.push(folder);
  return folder;
}

/** A minimal build: its description and its files. */
export interface SmallBuild {
  readonly description: Readonly<Record<string, unknown>>;
  readonly files: Readonly<Record<string, string>>;
}

/** Writes a build to `dist` in a folder, by default a new one. Returns the folder. */
export function writeBuild({ description, files }: SmallBuild, folder = newFolder()): string {
  rmSync(path.join(folder, 'dist'), { recursive: true, force: true });
  for (const [name, content] of Object.entries({ ...files, 'build.json': JSON.stringify(description) })) {
    const file = path.join(folder, 'dist', name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  return folder;
}

const EVERY_BUILD = { schema: 2, placeholder: RELEASE_PLACEHOLDER, routerNames: [], federation: '2.9.2' };

/** The shared packages of the shell in these tests. */
const PROVIDED = { react: '19.3.1', 'react/jsx-runtime': '19.3.1', 'react-dom': '19.3.1', 'react-router-dom': '7.18.5', '@atrium/page-kit/ui': CONTRACT_VERSION };

/** The build of a shell that offers a version of the page contract. */
export function shellBuild(contract = '0.1.0', script = 'start();'): SmallBuild {
  return {
    description: {
      ...EVERY_BUILD,
      name: 'shell',
      kind: 'shell',
      shared: PROVIDED,
      routerNames: ['Link'],
      entry: 'main.js',
      global: '',
      exposes: {},
      routes: {},
      contract,
      initial: { scripts: ['main.js'], styles: [] },
    },
    files: { 'main.js': script },
  };
}

/** The build of an auth remote. */
export function authBuild(exposed = AUTH_MODULE): SmallBuild {
  return {
    description: {
      ...EVERY_BUILD,
      name: 'auth',
      kind: 'auth-remote',
      shared: { react: '^19.0.0' },
      entry: 'entry.js',
      global: globalOf('auth'),
      exposes: { './auth': { scripts: ['part.js'], styles: [] } },
      routes: {},
      contract: '0.1.0',
    },
    files: { 'entry.js': entryOf('auth'), 'part.js': partOf('auth', exposed) },
  };
}

const AUTH_MODULE = `{
  AuthProvider() {}, RequireAuth() {}, useAuth() {}, useSupabase() {}, verifyToken() {}, firstPageShown() {}, auth: {},
}`;

/** Differences from the default page module. */
export interface SmallPage {
  readonly contract?: string;
  readonly title?: string;
  /** Additions to the module manifest: slots, extensions, commands and search providers. */
  readonly contributed?: Readonly<Record<string, unknown>>;
  /** Types of the props of its slots. */
  readonly slotProps?: Readonly<Record<string, string>>;
  /** Expression that replaces the module. */
  readonly module?: string;
  /** Script that replaces the entry. */
  readonly entry?: string;
  readonly files?: Readonly<Record<string, string>>;
}

/** The build of a page module with one page. Its entry loads a second script for `./module`, as real ones do. */
export function pageBuild(name: string, route: string, changes: SmallPage = {}): SmallBuild {
  const { contract = '^0.1', title = name, contributed = {}, slotProps, entry = entryOf(name), files = {} } = changes;
  const moduleManifest = { name, contract, title: { en: title }, routes: { list: route }, navigation: route.includes(':') ? [] : [{ route: 'list', label: { en: title } }], ...contributed };
  const { module = `{ default: { manifest: ${JSON.stringify(moduleManifest)}, routes: { list: async () => ({ default() {} }) } } }` } = changes;
  return {
    description: {
      ...EVERY_BUILD,
      name,
      kind: 'page-module',
      shared: { react: '^19.0.0' },
      entry: 'entry.js',
      global: globalOf(name),
      exposes: { './module': { scripts: ['part.js'], styles: [] } },
      routes: { list: { scripts: [], styles: [] } },
      contract,
      moduleManifest,
      ...(slotProps && { slotProps }),
    },
    files: { 'entry.js': entry, 'part.js': partOf(name, module), ...files },
  };
}

function globalOf(name: string): string {
  return `atrium_${name}_${RELEASE_PLACEHOLDER}`;
}

function entryOf(name: string): string {
  return `var ${globalOf(name)} = (() => {
    const base = document.currentScript.src.replace(/[^/]*$/, '');
    const load = (file) => new Promise((resolve, reject) => {
      const script = document.createElement('script');
      script.src = base + file;
      script.integrity = atriumIntegrity(script.src);
      script.onload = resolve;
      script.onerror = () => reject(new Error(file + ' did not load'));
      document.head.append(script);
    });
    return { init() {}, get: async () => { await load('part.js'); return () => window.part_${RELEASE_PLACEHOLDER}; } };
  })();`;
}

function partOf(name: string, exposed: string): string {
  return `/* ${name} */ window.part_${RELEASE_PLACEHOLDER} = ${exposed};`;
}
