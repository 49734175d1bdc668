import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { ROOT, SITE_PARTS, type SitePart } from '../repository/repository.ts';

/** Files that every build depends on. */
const INPUT_OF_EVERY_BUILD = ['package-lock.json', 'tsconfig.base.json'];

/** Names of files and folders that no build reads. */
const NOT_INPUT = new Set(['dist', 'node_modules', 'test', 'coverage']);

/** Webpack failed to build a part. `message` contains its output. */
export class BuildFailedError extends Error {
  override readonly name = 'BuildFailedError';
}

/**
 * Builds the parts whose input changed since their last build, up to four in parallel.
 * @param report called with the name of each part before its build starts
 * @param parts by default every part of the site
 * @throws {BuildFailedError} with webpack's output
 */
export async function buildStaleParts(report: (name: string) => void, parts: readonly SitePart[] = SITE_PARTS): Promise<void> {
  const waiting = [...parts];
  const builders = Array.from({ length: Math.min(availableParallelism(), 4) }, async () => {
    for (let part = waiting.shift(); part; part = waiting.shift()) await buildIfStale(part, report);
  });
  await Promise.all(builders);
}

/** Builds a part, even if its build is up to date. @throws {BuildFailedError} with webpack's output */
export async function buildPart(part: SitePart): Promise<void> {
  const stamp = await buildStamp(part);
  const file = stampFileOf(part);
  // A build that is interrupted can leave output of other sources.
  await rm(file, { force: true });
  await runWebpack(part);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, await stampOfOutput(part, stamp));
}

/** The stamp of the sources with a hash of what the build wrote: another command can have built the part since. */
async function stampOfOutput(part: SitePart, stamp: string): Promise<string> {
  const output = await readText(outputOf(part));
  return `${stamp} ${createHash('sha256').update(output ?? '').digest('hex')}`;
}

/** Hashes everything that a part's build reads: an equal stamp means that a build would give the same output. */
export async function buildStamp({ folder, dependsOn }: SitePart): Promise<string> {
  const found = await Promise.all([folder, ...dependsOn].map((below) => filesBelow(below)));
  const files = [...new Set([...INPUT_OF_EVERY_BUILD, ...found.flat()])].sort();
  const contents = await Promise.all(files.map((file) => readFile(path.join(ROOT, file))));
  const hash = createHash('sha256');
  files.forEach((file, index) => hash.update(`${file}\0`).update(contents[index] ?? '').update('\0'));
  return hash.digest('hex');
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(path.join(ROOT, folder), { withFileTypes: true });
  const files = await Promise.all(
    entries
      .filter(({ name }) => !NOT_INPUT.has(name) && !/\.test\.tsx?$/.test(name))
      .map(async (entry) => {
        const file = `${folder}/${entry.name}`;
        return entry.isDirectory() ? filesBelow(file) : [file];
      }),
  );
  return files.flat();
}

async function buildIfStale(part: SitePart, report: (name: string) => void): Promise<void> {
  const isFresh = (await readText(outputOf(part))) !== null && (await readText(stampFileOf(part))) === (await stampOfOutput(part, await buildStamp(part)));
  if (isFresh) return;
  report(part.name);
  await buildPart(part);
}

function stampFileOf(part: SitePart): string {
  return path.join(ROOT, 'node_modules/.cache/atrium', `${part.name}.stamp`);
}

function outputOf(part: SitePart): string {
  return path.join(ROOT, part.folder, 'dist/build.json');
}

async function readText(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    return null;
  }
}

function runWebpack(part: SitePart): Promise<void> {
  const webpack = path.join(ROOT, 'node_modules/webpack/bin/webpack.js');
  const child = spawn(process.execPath, ['--import', 'tsx', webpack, '--disable-interpret', '--stats', 'errors-warnings'], {
    cwd: path.join(ROOT, part.folder),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (text: Buffer) => (output += text.toString()));
  child.stderr.on('data', (text: Buffer) => (output += text.toString()));
  return new Promise((resolve, reject) => {
    child.on('error', (cause) => reject(new BuildFailedError(`The build of ${part.name} could not start.`, { cause })));
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new BuildFailedError(`The build of ${part.name} failed:\n${output}`));
    });
  });
}
