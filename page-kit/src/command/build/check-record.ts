import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readOrNull } from '@atrium/releases/durable-files';
import * as v from 'valibot';

/** What should have passed before a release goes live, besides the gate. */
const CHECKS = ['types', 'tests', 'verify'] as const;

/** See {@link CHECKS}. */
export type CheckName = (typeof CHECKS)[number];

/** The record, below the module's folder: `npm ci` and every fresh clone are without it. */
const RECORD = 'node_modules/.cache/atrium/checks.json';

/** Folders with the sources of a module. */
const SOURCE_FOLDERS = ['src', 'test'];

/** Files in the module's folder that decide what it becomes. */
const SOURCE_FILE = /\.(?:[cm]?[jt]sx?|json)$/;

const recordSchema = v.pipe(
  v.string(),
  v.parseJson(),
  // What each one last passed for: a digest of the sources, or for `verify` a release.
  v.object({ build: v.exactOptional(v.string()), types: v.exactOptional(v.string()), tests: v.exactOptional(v.string()), verify: v.exactOptional(v.string()) }),
);

type CheckRecord = v.InferOutput<typeof recordSchema>;

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

/** Records that something passed. @param of a digest of the sources, or for `verify` a release */
export async function recordPassed(folder: string, what: CheckName | 'build', of: string): Promise<void> {
  const file = path.join(folder, RECORD);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify({ ...(await readRecord(folder)), [what]: of }));
}

/** The checks that did not pass for this release of a module. */
export async function checksNotRun(folder: string, release: string): Promise<CheckName[]> {
  const record = await readRecord(folder);
  const digest = await digestOfSources(folder);
  return CHECKS.filter((check) => record[check] !== (check === 'verify' ? release : digest));
}

/** Whether the sources have changed since `atrium build`. False for a build by another program. */
export async function isBuildOutdated(folder: string): Promise<boolean> {
  const { build } = await readRecord(folder);
  return build !== undefined && build !== (await digestOfSources(folder));
}

async function readRecord(folder: string): Promise<CheckRecord> {
  const content = await readOrNull(path.join(folder, RECORD));
  const parsed = v.safeParse(recordSchema, content?.toString('utf8') ?? '');
  // A damaged record is as good as none.
  return parsed.success ? parsed.output : {};
}
