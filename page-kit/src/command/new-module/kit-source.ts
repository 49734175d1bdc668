import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import packageJson from '../../../package.json' with { type: 'json' };
import { CommandError, UsageError } from '../../errors.ts';

/** Folder of this package. */
const KIT_FOLDER = fileURLToPath(new URL('../../../', import.meta.url));

/** Name of the file that `npm run pack` creates. */
const TARBALL = `atrium-page-kit-${packageJson.version}.tgz`;

/** Where a new module installs page-kit from: a registry, or a tarball in its own folder. */
export type KitSource = { readonly version: string } | { readonly tarball: string };

/** The part of npm's `node_modules/.package-lock.json` that this file needs. */
const lockSchema = v.object({
  packages: v.record(v.string(), v.object({ resolved: v.optional(v.string()) })),
});

/**
 * Finds page-kit for a new module: the file or version of `--kit`, or else the source of the running page-kit.
 *
 * @throws UsageError if `--kit` is neither a file nor a version
 * @throws CommandError if the tarball does not exist
 */
export async function findKitSource(kit: string | undefined, cwd: string): Promise<KitSource> {
  if (kit === undefined) return sourceOfRunningKit();
  if (/^[~^]?\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/.test(kit)) return { version: kit };
  if (!kit.endsWith('.tgz')) throw new UsageError(`--kit must be a version or a packed page-kit (….tgz), got "${kit}".`);
  const tarball = path.resolve(cwd, kit);
  if (await isFile(tarball)) return { tarball };
  throw new CommandError('no-kit', `File not found: ${tarball}. Pass the tarball of page-kit with --kit.`);
}

async function sourceOfRunningKit(): Promise<KitSource> {
  // The package @atrium/create-page-module contains the tarball.
  const contained = path.join(KIT_FOLDER, TARBALL);
  if (await isFile(contained)) return { tarball: contained };
  const packages = path.resolve(KIT_FOLDER, '../..');
  if (path.basename(packages) !== 'node_modules') return packedInRepository();
  const resolved = await resolvedByNpm(packages);
  if (resolved?.startsWith('file:') !== true) return { version: packageJson.version };
  const tarball = path.resolve(path.dirname(packages), resolved.slice('file:'.length));
  if (await isFile(tarball)) return { tarball };
  throw new CommandError('no-kit', `The file that page-kit was installed from no longer exists (${tarball}). Pass it with --kit.`);
}

/** The URL that npm installed page-kit from; undefined if another package manager installed it. */
async function resolvedByNpm(packages: string): Promise<string | undefined> {
  let text: string;
  try {
    text = await readFile(path.join(packages, '.package-lock.json'), 'utf8');
  } catch {
    return undefined; // Only npm writes this file.
  }
  const lock = v.safeParse(v.pipe(v.string(), v.parseJson(), lockSchema), text);
  return lock.success ? lock.output.packages[`node_modules/${packageJson.name}`]?.resolved : undefined;
}

/** The tarball that `npm run pack` creates in the repository of page-kit. */
async function packedInRepository(): Promise<KitSource> {
  const tarball = path.resolve(KIT_FOLDER, '../.atrium/packages', TARBALL);
  if (await isFile(tarball)) return { tarball };
  throw new CommandError('no-kit', 'page-kit runs from its repository and is not packed. Run npm run pack there, or pass a tarball or version with --kit.');
}

async function isFile(file: string): Promise<boolean> {
  try {
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}
