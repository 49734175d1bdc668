import path from 'node:path';
import { ROOT } from '../site-parts.ts';

/** A workspace that is packed for people outside this repository. */
export interface PublishedPackage {
  /** Its folder in the repository. */
  readonly folder: string;
  /** Where `tsc --build` leaves its compiled modules: `outDir` of its `tsconfig.package.json`. */
  readonly compiled: string;
  /** Files and folders besides `src` that go with it, where they are there. */
  readonly extras: readonly string[];
  /** Subpaths of its `exports` that only this repository uses. */
  readonly ownUse: readonly string[];
}

const compiledPackages = path.join(ROOT, '.atrium/compiled');

const RELEASES: PublishedPackage = {
  folder: path.join(ROOT, 'releases'),
  compiled: path.join(compiledPackages, 'releases'),
  extras: [],
  ownUse: ['./testing/builds', './testing/publish', './testing/store-contract'],
};

/** For the test kit, as is the next: page teams test with the sign-in of the site. */
const AUTH_CORE: PublishedPackage = {
  folder: path.join(ROOT, 'auth-core'),
  compiled: path.join(compiledPackages, 'auth-core'),
  extras: [],
  ownUse: ['./testing/*'],
};

const AUTH_REMOTE: PublishedPackage = {
  folder: path.join(ROOT, 'auth-remote'),
  compiled: path.join(compiledPackages, 'auth-remote'),
  extras: [],
  ownUse: [],
};

/** Packed into the tarball of page-kit, by their names: a team installs one file, whose parts always have the same version. */
export const BUNDLED_PACKAGES: ReadonlyMap<string, PublishedPackage> = new Map([
  ['@atrium/releases', RELEASES],
  ['@atrium/auth-core', AUTH_CORE],
  ['@atrium/auth-remote', AUTH_REMOTE],
]);

/** What a page team installs. */
export const PAGE_KIT: PublishedPackage = {
  folder: path.join(ROOT, 'page-kit'),
  compiled: path.join(compiledPackages, 'page-kit'),
  extras: ['bin', 'presets', 'templates', 'jest-preset.cjs', 'README.md', 'CHANGELOG.md'],
  ownUse: [
    './testing/backend-contract', './webpack/shell', './webpack/shared-packages', './publishing', './chromium', './errors',
    './development', './site-proxy', './ui/de', './ui/ar',
    './primitives/primitives.css?url', './primitives/de', './primitives/ar',
  ],
};
