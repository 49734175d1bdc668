import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import packageJson from '../../../package.json' with { type: 'json' };
import { UsageError } from '../line/usage-error.ts';
import { CommandError } from '../report/command-error.ts';

/** Folder of this package. */
const kitFolder = fileURLToPath(new URL('../../../', import.meta.url));

/** Where a new module gets page-kit from: a registry, or a tarball that goes with it. */
export type KitSource = { readonly version: string } | { readonly tarball: string };

/** What npm notes of each installed package in `node_modules/.package-lock.json`, as far as it is needed here. */
const lockSchema = v.object({
  packages: v.record(v.string(), v.object({ resolved: v.optional(v.string()) })),
});

/**
 * Finds page-kit for a new module: as given, or from where the running one was installed.
 *
 * @param given a file or a version; undefined for what runs
 * @throws UsageError if it is neither
 * @throws CommandError if the tarball is not there
 */
export async function kitSource(given: string | undefined, cwd: string): Promise<KitSource> {
  if (given === undefined) return installedFrom();
  if (/^[~^]?\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/.test(given)) return { version: given };
  if (!given.endsWith('.tgz')) throw new UsageError(`--kit ${given} will not do. Give a version, or the file of a packed page-kit (….tgz).`);
  const tarball = path.resolve(cwd, given);
  if (await isFile(tarball)) return { tarball };
  throw new CommandError('no-kit', `There is no file ${tarball}. Name the tarball of page-kit with --kit.`);
}

async function installedFrom(): Promise<KitSource> {
  const packages = path.resolve(kitFolder, '../..');
  if (path.basename(packages) !== 'node_modules') return packedInRepository();
  const resolved = await resolvedBy(packages);
  if (resolved?.startsWith('file:') !== true) return { version: packageJson.version };
  const tarball = path.resolve(path.dirname(packages), resolved.slice('file:'.length));
  if (await isFile(tarball)) return { tarball };
  throw new CommandError('no-kit', `The file that page-kit was installed from is gone (${tarball}). Name it with --kit.`);
}

/** What npm installed page-kit from; undefined where that is a registry, or another package manager did it. */
async function resolvedBy(packages: string): Promise<string | undefined> {
  let text: string;
  try {
    text = await readFile(path.join(packages, '.package-lock.json'), 'utf8');
  } catch {
    return undefined; // Only npm writes it.
  }
  const lock = v.safeParse(v.pipe(v.string(), v.parseJson(), lockSchema), text);
  return lock.success ? lock.output.packages[`node_modules/${packageJson.name}`]?.resolved : undefined;
}

/** The tarball that `npm run pack` makes in the repository of page-kit. */
async function packedInRepository(): Promise<KitSource> {
  const tarball = path.resolve(kitFolder, `../.atrium/packages/atrium-page-kit-${packageJson.version}.tgz`);
  if (await isFile(tarball)) return { tarball };
  throw new CommandError('no-kit', 'page-kit runs from its repository and is not packed. Run npm run pack there, or name a tarball or version with --kit.');
}

async function isFile(file: string): Promise<boolean> {
  try {
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}
