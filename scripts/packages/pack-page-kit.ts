import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { compilePackages } from './compile-packages.ts';
import { BUNDLED_PACKAGES, PAGE_KIT } from './published-packages.ts';
import { stagePackage } from './stage-package.ts';

/** A package could not be made; the reason was printed, or is the cause. */
export class PackError extends Error {
  override readonly name = 'PackError';
}

/**
 * Compiles page-kit and packs it, with its bundled packages: the one file that a team outside this repository needs.
 *
 * @param directory where the tarball goes
 * @returns its path
 * @throws PackError
 */
export async function packPageKit(directory: string): Promise<string> {
  if (!(await compilePackages())) throw new PackError('page-kit does not compile: see above.');
  const stage = await mkdtemp(path.join(tmpdir(), 'atrium-pack-'));
  try {
    for (const [bundled, contents] of BUNDLED_PACKAGES) await stagePackage(contents, path.join(stage, 'node_modules', bundled));
    const { name, version } = await stagePackage(PAGE_KIT, stage, [...BUNDLED_PACKAGES.keys()]);
    await mkdir(directory, { recursive: true });
    await npmPack(stage, directory);
    // As npm names it: the scope becomes a prefix.
    return path.join(directory, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`);
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}

async function npmPack(folder: string, directory: string): Promise<void> {
  const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', path.resolve(directory)];
  const npm = process.env['npm_execpath'];
  try {
    // npm tells the scripts that it runs which file it is; elsewhere it is a command of the shell.
    if (npm?.endsWith('.js')) await promisify(execFile)(process.execPath, [npm, ...args], { cwd: folder });
    else await promisify(execFile)('npm', args, { cwd: folder, shell: process.platform === 'win32' });
  } catch (cause) {
    throw new PackError('npm could not pack page-kit. Is npm installed, and is there room on the disk?', { cause });
  }
}
