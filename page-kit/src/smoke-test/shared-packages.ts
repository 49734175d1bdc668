import { createRequire } from 'node:module';
import path from 'node:path';
import * as v from 'valibot';
import { CONTRACT_VERSION } from '../contract/contract-version.ts';

/** A package that the shell shares, but that the smoke test cannot find. */
export class PackageMissingError extends Error {
  override readonly name = 'PackageMissingError';
}

/** A shared package: its version, and a way to load it. */
export interface SharedPackage {
  readonly version: string;
  readonly load: () => Promise<unknown>;
}

const packageSchema = v.object({ version: v.string() });
const ownRequire = createRequire(import.meta.url);

/**
 * The packages that the shell would share: the remote's own copies, which its team tests with, otherwise page-kit's.
 *
 * @param names the packages that the remote consumes
 * @throws PackageMissingError for a package that is not installed
 */
export function sharedPackages(names: readonly string[], folder: string): ReadonlyMap<string, SharedPackage> {
  let last: Promise<unknown> = Promise.resolve();
  // One at a time: newer versions of Node refuse to `require` an ES module during its import.
  const inTurn = ({ version, load }: SharedPackage): SharedPackage => ({
    version,
    load: () => (last = last.then(load, load)),
  });
  return new Map(names.map((name) => [name, inTurn(find(name, folder))]));
}

function find(name: string, folder: string): SharedPackage {
  if (name === '@atrium/page-kit/ui') return { version: CONTRACT_VERSION, load: () => import('../ui/ui.ts') };
  if (name === '@atrium/page-kit/site') return { version: CONTRACT_VERSION, load: () => import('../site/site.ts') };
  if (name === '@atrium/page-kit/primitives') return { version: CONTRACT_VERSION, load: () => import('../primitives/primitives.ts') };
  const owner = name.startsWith('@') ? name.split('/').slice(0, 2).join('/') : (name.split('/')[0] ?? name);
  for (const require of [createRequire(path.join(path.resolve(folder), 'package.json')), ownRequire]) {
    try {
      const { version } = v.parse(packageSchema, require(`${owner}/package.json`));
      const file = require.resolve(name);
      return { version, load: () => Promise.resolve<unknown>(require(file)) };
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND')) throw error;
    }
  }
  throw new PackageMissingError(
    `${owner} is not installed, so the smoke test cannot run. Add it to the devDependencies of the module, and run npm install.`,
  );
}
