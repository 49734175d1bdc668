import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { RELEASE_PLACEHOLDER } from '../../src/model/release-manifest.ts';
import type { SmokeTestResult } from '../../src/model/gate-check.ts';

/** The result of a passed smoke test. */
export const passedSmokeTest: SmokeTestResult = { schema: 1, passed: true, problems: [], when: '2026-11-21T12:00:00.000Z' };

const made: string[] = [];

afterAll(async () => {
  for (const folder of made) await rm(folder, { recursive: true, force: true });
});

/** A new empty folder, which is removed after the tests of the file. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-releases-'));
  made.push(folder);
  return folder;
}

/** Writes files into a new folder, as a build does. */
export async function folderOf(files: Readonly<Record<string, string | Buffer>>): Promise<string> {
  const folder = await newFolder();
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return folder;
}

const everyBuild = {
  schema: 2,
  placeholder: RELEASE_PLACEHOLDER,
  shared: { react: '^19.0.0' },
  routerNames: ['Link'],
  federation: '2.9.2',
};

/** The build description of a page module as the webpack preset writes it, with changes. */
export function pageBuild(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    ...everyBuild,
    name: 'workspace',
    kind: 'page-module',
    entry: 'remote.js',
    global: `atrium_workspace_${RELEASE_PLACEHOLDER}`,
    exposes: { './module': { scripts: ['module.js'], styles: ['module.css'] } },
    routes: { board: { scripts: ['parts/board.js'], styles: [] } },
    contract: '^0.1',
    moduleManifest: {
      name: 'workspace',
      contract: '^0.1',
      title: { en: 'Workspace', de: 'Arbeitsbereich' },
      routes: { board: '/workspace/*' },
      navigation: [{ route: 'board', label: { en: 'Workspace' }, requires: 'signed-in' }],
      start: 'application',
    },
    ...changes,
  };
}

/** The files of {@link pageBuild}, with their build description. */
export function pageFiles(build = pageBuild(), marker = ''): Record<string, string | Buffer> {
  return {
    'build.json': JSON.stringify(build),
    'remote.js': `var atrium_workspace_${RELEASE_PLACEHOLDER} = { id: "${RELEASE_PLACEHOLDER}" };${marker}`,
    'module.js': 'export const module = 1;'.repeat(40),
    'module.css': `.${String(build['name'])}-text { color: red }`,
    'parts/board.js': 'export const board = 1;',
    'parts/board.js.map': JSON.stringify({ version: 3, sources: [`webpack://${RELEASE_PLACEHOLDER}/board.ts`] }),
    'dot.png': Buffer.from([0x89, 0x50, 0xff, 0x00, 0xfe]),
  };
}

/** The files of a page module with another name and one path. */
export function otherPageFiles(name: string, path: string): Record<string, string | Buffer> {
  const moduleManifest = { name, contract: '^0.1', title: { en: name }, routes: { board: path }, navigation: [] };
  return pageFiles(pageBuild({ name, moduleManifest, global: `atrium_${name}_${RELEASE_PLACEHOLDER}` }));
}

/** The files of a shell. */
export function shellFiles(name = 'shell'): Record<string, string> {
  const build = {
    ...everyBuild,
    name,
    kind: 'shell',
    entry: 'main.js',
    global: '',
    exposes: {},
    routes: {},
    initial: { scripts: ['main.js'], styles: ['main.css'] },
    contract: '0.1.0',
  };
  return { 'build.json': JSON.stringify(build), 'main.js': 'start()', 'main.css': 'body { margin: 0 }' };
}

/** The files of the auth remote. */
export function authFiles(): Record<string, string> {
  const build = {
    ...everyBuild,
    name: 'auth',
    kind: 'auth-remote',
    entry: 'remote.js',
    global: `atrium_auth_${RELEASE_PLACEHOLDER}`,
    exposes: { './auth': { scripts: ['auth.js'], styles: [] } },
    routes: {},
    contract: '0.1.0',
  };
  return { 'build.json': JSON.stringify(build), 'remote.js': 'var a', 'auth.js': 'var b' };
}
