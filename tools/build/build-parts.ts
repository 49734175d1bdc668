import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { buildStamp } from './build-stamp.ts';
import { ROOT, SITE_PARTS, type SitePart } from '../repository/repository.ts';

/** A part's own build failed; what webpack said about it is in `message`. */
export class BuildFailedError extends Error {
  override readonly name = 'BuildFailedError';
}

/**
 * Builds every part whose input changed since its last build, a few at a time.
 * @param report is told each part that is being built.
 * @throws {BuildFailedError} with webpack's own output.
 */
export async function buildStaleParts(report: (name: string) => void): Promise<void> {
  const waiting = [...SITE_PARTS];
  const builders = Array.from({ length: Math.min(availableParallelism(), 4) }, async () => {
    for (let part = waiting.shift(); part; part = waiting.shift()) await buildIfStale(part, report);
  });
  await Promise.all(builders);
}

/** Builds one part, stale or not. @throws {BuildFailedError} with webpack's own output. */
export async function buildPart(part: SitePart): Promise<void> {
  const stamp = await buildStamp(part);
  await runWebpack(part);
  const file = stampFileOf(part);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, stamp);
}

async function buildIfStale(part: SitePart, report: (name: string) => void): Promise<void> {
  const fresh = (await readText(stampFileOf(part))) === (await buildStamp(part)) && (await readText(outputOf(part))) !== null;
  if (fresh) return;
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
    child.on('error', (cause) => reject(new BuildFailedError(`The build of ${part.name} did not start.`, { cause })));
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new BuildFailedError(`The build of ${part.name} failed:\n${output}`));
    });
  });
}
