import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { base32 } from '../model/base32.ts';
import { filePathSchema } from '../model/files.ts';
import { canonicalJson, parseDocument } from '../model/json.ts';
import {
  BUILD_DESCRIPTION_FILE,
  buildDescriptionSchema,
  contradictions,
  releaseManifestSchema,
  type BuildDescription,
  type ReleaseManifest,
} from '../model/release-manifest.ts';

/** A release that is ready to be stored: its manifest, and the content of its files by path. */
export interface SealedRelease {
  readonly manifest: ReleaseManifest;
  readonly files: ReadonlyMap<string, Buffer>;
}

/** The build cannot become a release. The message says what to fix in the build. */
export class SealError extends Error {
  override readonly name = 'SealError';
}

/**
 * Seals a build: computes the release id from the output, then replaces the placeholder by the id. The same output gives
 * the same release on every machine.
 *
 * @param directory the output folder with `build.json`; the release has a manifest instead of that file
 * @throws SealError if the folder has no valid build, or the description contradicts the files
 */
export async function sealBuild(directory: string): Promise<SealedRelease> {
  const files = await readFiles(directory);
  const build = readDescription(files);
  files.delete(BUILD_DESCRIPTION_FILE);
  checkBuild(build, files);

  const release = releaseIdOf(build, files);
  const withId = (text: string): string => text.replaceAll(build.placeholder, release);
  const sealed = new Map<string, Buffer>();
  for (const [path, content] of files) {
    // latin1 maps each byte to one character and back, so binary files stay intact.
    sealed.set(withId(path), Buffer.from(withId(content.toString('latin1')), 'latin1'));
  }

  const { placeholder, ...description } = build;
  const sums = Object.fromEntries([...sealed].map(([path, content]) => [path, fileEntry(content)]));
  const manifest = canonicalJson({ ...description, release: placeholder, files: sums });
  const parsed = parseDocument(releaseManifestSchema, withId(manifest));
  if (!parsed.ok) throw new SealError(`The build of ${build.name} is not a valid release: ${parsed.problem}.`);
  return { manifest: parsed.value, files: sealed };
}

async function readFiles(directory: string): Promise<Map<string, Buffer>> {
  try {
    return await readOutputFiles(directory);
  } catch (cause) {
    throw new SealError('The output folder of the build cannot be read. Build first, then publish.', { cause });
  }
}

function readDescription(files: ReadonlyMap<string, Buffer>): BuildDescription {
  const text = files.get(BUILD_DESCRIPTION_FILE)?.toString('utf8');
  if (text === undefined) {
    throw new SealError(`The output folder has no ${BUILD_DESCRIPTION_FILE}. Build with the webpack preset of page-kit.`);
  }
  const parsed = parseDocument(buildDescriptionSchema, text);
  if (parsed.ok) return parsed.value;
  throw new SealError(`${BUILD_DESCRIPTION_FILE} is not a valid build description: ${parsed.problem}.`);
}

function checkBuild(build: BuildDescription, files: ReadonlyMap<string, Buffer>): void {
  const problems = contradictions(build, new Set(files.keys()));
  for (const path of files.keys()) {
    const checked = v.safeParse(filePathSchema, path);
    if (!checked.success) problems.push(`the file ${path}: ${checked.issues[0].message}`);
  }
  if (build.kind !== 'shell' && !build.global.includes(build.placeholder)) {
    // Without the release id in it, two releases of one remote in a tab would overwrite each other's container.
    problems.push('the name of its global variable does not contain the placeholder');
  }
  if (problems.length > 0) throw new SealError(`The build of ${build.name} cannot be sealed: ${problems.join('; ')}.`);
}

/**
 * Every file below a folder, by its path with `/`, in the same order on every machine.
 *
 * @throws Error for links and devices, which could add files from outside the build
 */
async function readOutputFiles(directory: string): Promise<Map<string, Buffer>> {
  const paths: string[] = [];
  async function walk(prefix: string): Promise<void> {
    for (const entry of await readdir(join(directory, prefix), { withFileTypes: true })) {
      const path = `${prefix}${entry.name}`;
      if (entry.isDirectory()) await walk(`${path}/`);
      else if (entry.isFile()) paths.push(path);
      else throw new Error(`${path} is a link or a device; a build has plain files only`);
    }
  }
  await walk('');
  paths.sort();
  const files = new Map<string, Buffer>();
  for (const path of paths) files.set(path, await readFile(join(directory, path)));
  return files;
}

/** The manifest's entry for a file with this content. */
export function fileEntry(content: Buffer): ReleaseManifest['files'][string] {
  return { integrity: `sha384-${createHash('sha384').update(content).digest('base64')}`, bytes: content.length };
}

/**
 * The release id of an output: a hash of its description and its files, which still contain the placeholder.
 *
 * @param files the files without `build.json`, in any order
 */
export function releaseIdOf(build: BuildDescription, files: ReadonlyMap<string, Buffer>): string {
  const hash = createHash('sha256').update(canonicalJson(build));
  for (const [path, content] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    // The length separates the files: without it, moving bytes from one file to the next would give the same hash.
    hash.update(`\n${path} ${content.length}\n`).update(content);
  }
  return base32(hash.digest()).slice(0, 16);
}
