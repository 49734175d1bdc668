import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { ROOT } from '../repository/repository.ts';
import { packedManifest } from './packed-manifest.ts';
import { BUNDLED_PACKAGES, compilePackages, PAGE_KIT, type PublishedPackage } from './published-packages.ts';

/** The package could not be packed. The reason was printed, or is the cause. */
export class PackError extends Error {
  override readonly name = 'PackError';
}

/** The supported versions of Node, in the package.json of the repository. */
export const enginesSchema = v.object({ engines: v.record(v.string(), v.string()) });

/**
 * Compiles and packs page-kit, with its bundled packages: everything that a page module installs from this repository.
 *
 * @param directory folder for the tarball
 * @returns path of the tarball
 * @throws PackError
 */
export async function packPageKit(directory: string): Promise<string> {
  if (!(await compilePackages())) throw new PackError('page-kit does not compile. The errors are printed above.');
  const stage = await mkdtemp(path.join(tmpdir(), 'atrium-pack-'));
  try {
    for (const [bundled, contents] of BUNDLED_PACKAGES) await stagePackage(contents, path.join(stage, 'node_modules', bundled));
    const manifest = await stagePackage(PAGE_KIT, stage, [...BUNDLED_PACKAGES.keys()]);
    await npmPack(stage, directory);
    return path.join(directory, tarballName(manifest));
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}

/**
 * Writes the content of a package's tarball into an empty folder.
 *
 * @param bundled names of our packages below its `node_modules`
 * @returns its name and version
 */
async function stagePackage(
  { folder, compiled, extras, ownUse }: PublishedPackage,
  target: string,
  bundled: readonly string[] = [],
): Promise<{ readonly name: string; readonly version: string }> {
  await mkdir(target, { recursive: true });
  await cp(path.join(compiled, 'src'), path.join(target, 'src'), { recursive: true });
  // The files that tsc does not write: styles, and declarations written by hand.
  await cp(path.join(folder, 'src'), path.join(target, 'src'), { recursive: true, filter: (file) => !/(?<!\.d)\.tsx?$/.test(file) });
  for (const extra of extras) {
    const from = path.join(folder, extra);
    if (existsSync(from)) await cp(from, path.join(target, extra), { recursive: true, filter: (file) => path.basename(file) !== 'node_modules' });
  }
  await cp(path.join(ROOT, 'LICENSE'), path.join(target, 'LICENSE'));
  const { engines } = v.parse(enginesSchema, await readJson(path.join(ROOT, 'package.json')));
  const manifest = packedManifest(await readJson(path.join(folder, 'package.json')), { engines, ownUse, bundled });
  await writeFile(path.join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}

/** npm's name for a package's tarball: the scope becomes a prefix. */
export function tarballName({ name, version }: { readonly name: string; readonly version: string }): string {
  return `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
}

/** Packs a folder. @throws PackError */
export async function npmPack(folder: string, directory: string): Promise<void> {
  await mkdir(directory, { recursive: true });
  const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', path.resolve(directory)];
  const npm = process.env['npm_execpath'];
  try {
    // Programs that npm runs get the path of npm's file. Others call the command `npm`.
    if (npm?.endsWith('.js')) await promisify(execFile)(process.execPath, [npm, ...args], { cwd: folder });
    else await promisify(execFile)('npm', args, { cwd: folder, shell: process.platform === 'win32' });
  } catch (cause) {
    throw new PackError('npm could not pack the package. Check that npm is installed and the disk has space.', { cause });
  }
}

/** Reads a JSON file. @throws SyntaxError */
export async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8'));
}
