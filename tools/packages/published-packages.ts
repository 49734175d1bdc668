import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { ROOT } from '../repository/repository.ts';
import { runTool } from '../repository/run-tool.ts';

/** A workspace that is packed for teams outside this repository. */
export interface PublishedPackage {
  /** Its folder in the repository. */
  readonly folder: string;
  /** The folder with its compiled modules: `outDir` of its `tsconfig.package.json`. */
  readonly compiled: string;
  /** Files and folders besides `src` to pack, if they exist. */
  readonly extras: readonly string[];
  /** Subpaths of its `exports` that only this repository uses. */
  readonly ownUse: readonly string[];
}

const COMPILED = path.join(ROOT, '.atrium/compiled');

const RELEASES: PublishedPackage = {
  folder: path.join(ROOT, 'releases'),
  compiled: path.join(COMPILED, 'releases'),
  extras: [],
  ownUse: ['./testing', './numbered-lock'],
};

const AUTH_CORE: PublishedPackage = {
  folder: path.join(ROOT, 'auth-core'),
  compiled: path.join(COMPILED, 'auth-core'),
  extras: [],
  ownUse: ['./testing/*'],
};

const AUTH_REMOTE: PublishedPackage = {
  folder: path.join(ROOT, 'auth-remote'),
  compiled: path.join(COMPILED, 'auth-remote'),
  extras: [],
  ownUse: [],
};

/**
 * Packages in the tarball of page-kit, by name: a team installs one file, so their versions always match. The test kit needs
 * those of the sign-in, because page teams test with the sign-in of the site.
 */
export const BUNDLED_PACKAGES: ReadonlyMap<string, PublishedPackage> = new Map([
  ['@atrium/releases', RELEASES],
  ['@atrium/auth-core', AUTH_CORE],
  ['@atrium/auth-remote', AUTH_REMOTE],
]);

/** The package that a page team installs. */
export const PAGE_KIT: PublishedPackage = {
  folder: path.join(ROOT, 'page-kit'),
  compiled: path.join(COMPILED, 'page-kit'),
  extras: ['bin', 'presets', 'templates', 'jest-assets.cjs', 'jest-preset.cjs', 'jest-reporter.mjs', 'README.md', 'CHANGELOG.md'],
  ownUse: [
    './testing/backend-contract', './webpack/shell', './webpack/shared-packages', './publishing', './command', './command/output', './chromium', './errors',
    './development', './site-proxy', './ui/de', './ui/ar', './icons', './slot-space', './close-on-back',
    './primitives/primitives.css?url', './primitives/de', './primitives/ar',
  ],
};

/** Subpaths that only the Jest preset and the bundled packages load. */
const INTERNAL = /^\.\/(testing\/.|link-secrets$|session-key$|search-results$)/;

/** A module of page-kit that teams import. */
export interface EntryPoint {
  /** Its name in the package's exports, such as `./contract/auth`. */
  readonly subpath: string;
  /** Its file in the source tree. */
  readonly source: string;
}

const manifestSchema = v.object({ version: v.string(), exports: v.record(v.string(), v.unknown()) });

/** Reads the version of page-kit, and the modules that teams import. Styles and settings declare nothing, so they are left out. */
export async function readPageKit(): Promise<{ readonly version: string; readonly entries: readonly EntryPoint[] }> {
  const { version, exports } = v.parse(manifestSchema, JSON.parse(await readFile(path.join(PAGE_KIT.folder, 'package.json'), 'utf8')));
  const entries = Object.entries(exports)
    .filter(([subpath]) => !PAGE_KIT.ownUse.includes(subpath) && !INTERNAL.test(subpath))
    .flatMap(([subpath, source]) => (typeof source === 'string' && /\.tsx?$/.test(source) ? [{ subpath, source }] : []));
  return { version, entries };
}

/** Compiles page-kit and the packages in it to modules and declarations. @returns whether that succeeded; tsc prints its errors */
export async function compilePackages(): Promise<boolean> {
  // Deletes modules whose source no longer exists.
  for (const { compiled } of [...BUNDLED_PACKAGES.values(), PAGE_KIT]) await rm(compiled, { recursive: true, force: true });
  // Forced, because the build information beside the deleted files says that they are up to date.
  return runTool('typescript-7/bin/tsc', ['--build', '--force', 'page-kit/tsconfig.testing-package.json']);
}
