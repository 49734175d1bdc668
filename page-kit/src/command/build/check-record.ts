import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { BUILD_DESCRIPTION_FILE } from '@atrium/releases/model';
import { readOrNull, replaceFile } from '@atrium/releases/durable-files';
import * as v from 'valibot';

/** What should have passed before a release goes live, besides the gate. */
const CHECKS = ['types', 'tests', 'verify'] as const;

/** See {@link CHECKS}. */
export type CheckName = (typeof CHECKS)[number];

/**
 * The results, below the module's folder: `npm ci` and every fresh clone are without them. Each has a file of its own, because
 * pipelines run checks side by side.
 */
const RESULTS_FOLDER = 'node_modules/.cache/atrium/checks';

/** Folders with the sources of a module. */
const SOURCE_FOLDERS = ['src', 'test'];

/** Files in the module's folder that decide what it becomes. */
const SOURCE_FILE = /\.(?:[cm]?[jt]sx?|json)$/;

/** What ran last: `of` is a digest of the sources, or for `verify` a release. */
const resultSchema = v.pipe(v.string(), v.parseJson(), v.object({ of: v.string(), passed: v.boolean() }));

/** A digest of a module's sources, its tests, and the files in its folder that configure both. */
export async function digestOfSources(folder: string): Promise<string> {
  const own = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile() && SOURCE_FILE.test(entry.name)).map(({ name }) => name);
  const below = await Promise.all(SOURCE_FOLDERS.map((name) => filesBelow(folder, name)));
  const hash = createHash('sha256');
  for (const file of [...own, ...below.flat()].sort()) {
    const content = await readFile(path.join(folder, file));
    hash.update(`${file.replaceAll('\\', '/')}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

async function filesBelow(folder: string, name: string): Promise<string[]> {
  try {
    const entries = await readdir(path.join(folder, name), { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
  } catch {
    return []; // The module has no such folder.
  }
}

/** Records whether something passed. @param of a digest of the sources, or for `verify` a release */
export async function recordResult(folder: string, what: CheckName | 'build', of: string, passed: boolean): Promise<void> {
  await replaceFile(resultFile(folder, what), JSON.stringify({ of, passed }));
}

/** The checks that did not pass for a release of a module. */
export interface UnpassedChecks {
  readonly failed: readonly CheckName[];
  readonly notRun: readonly CheckName[];
}

/** Finds the checks that did not pass for this release of a module, and its sources. */
export async function unpassedChecks(folder: string, release: string): Promise<UnpassedChecks> {
  const digest = await digestOfSources(folder);
  const failed: CheckName[] = [];
  const notRun: CheckName[] = [];
  for (const check of CHECKS) {
    const result = await readResult(folder, check);
    if (result?.of !== (check === 'verify' ? release : digest)) notRun.push(check);
    else if (!result.passed) failed.push(check);
  }
  return { failed, notRun };
}

/** Records that `atrium build` made the build in `dist` from these sources. @param sources their digest */
export async function recordBuild(folder: string, sources: string): Promise<void> {
  await recordResult(folder, 'build', `${sources} ${await digestOfBuild(folder)}`, true);
}

/** Whether the sources have changed since `atrium build` made the build in `dist`. False for a build by another program. */
export async function isBuildOutdated(folder: string): Promise<boolean> {
  const [sources, build] = (await readResult(folder, 'build'))?.of.split(' ') ?? [];
  return build === (await digestOfBuild(folder)) && sources !== (await digestOfSources(folder));
}

/** Every build writes its description, with the names of the pages' files, which have hashes of their contents. */
async function digestOfBuild(folder: string): Promise<string> {
  const description = await readOrNull(path.join(folder, 'dist', BUILD_DESCRIPTION_FILE));
  return createHash('sha256').update(description ?? '').digest('hex');
}

function resultFile(folder: string, what: CheckName | 'build'): string {
  return path.join(folder, RESULTS_FOLDER, `${what}.json`);
}

async function readResult(folder: string, what: CheckName | 'build'): Promise<v.InferOutput<typeof resultSchema> | null> {
  const content = await readOrNull(resultFile(folder, what));
  const parsed = v.safeParse(resultSchema, content?.toString('utf8') ?? '');
  // A damaged result is as good as none.
  return parsed.success ? parsed.output : null;
}
