import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { inspect, inspectionSchema, type Inspection } from '../../inspection/inspection.ts';
import { smokeTestResultSchema, type SmokeTestResult } from '../../model/gate-check.ts';
import { releaseIdSchema, releaseKey, remoteNameSchema } from '../../model/identity.ts';
import { canonicalJson, parseDocument } from '../../model/json.ts';
import { integrityOfFile, parseManifest, type ManifestReading } from '../../model/release-manifest.ts';
import { ReleaseConflictError } from '../../model/store-errors.ts';
import type { SealedRelease } from '../../sealing/seal.ts';
import { verifyRelease } from '../../sealing/verify-release.ts';
import { compressedCopies, COPY_SUFFIX, type CompressionEffort } from '../compressed-copies.ts';
import { hasErrorCode, readOrNull, removeAbandonedEntries, replaceFile, syncDirectory, writeNewFile } from '../durable-files.ts';
import type { Compression, ReleaseFile } from '../release-store.ts';
import { withDirectoryLock } from './directory-lock.ts';
import type { FileCache } from './file-cache.ts';
import type { StorePaths } from './store-paths.ts';

/** The number of manifests in memory: more than the live and previous releases. Manifests never change. */
const MAX_MANIFESTS = 1000;

/** The system's codes if a folder cannot be renamed because the new path exists. */
const PATH_EXISTS = process.platform === 'win32' ? ['EPERM', 'EEXIST'] : ['EEXIST', 'ENOTEMPTY'];

/** A release that was read. */
interface KnownRelease {
  readonly reading: ManifestReading;
  readonly folder: string;
}

/** A release to commit. */
interface Incoming extends SealedRelease {
  readonly smokeTest: SmokeTestResult;
  readonly inspection: Inspection;
  /** The folder with the new files; null if the store already has them. */
  readonly incoming: string | null;
}

/** The releases in a store's folder. */
export class ReleaseFiles {
  readonly #paths: StorePaths;
  readonly #compression: CompressionEffort;
  readonly #cache: FileCache;
  readonly #known = new Map<string, KnownRelease>();

  constructor(paths: StorePaths, compression: CompressionEffort, cache: FileCache) {
    this.#paths = paths;
    this.#compression = compression;
    this.#cache = cache;
  }

  /** See ReleaseStore.putRelease. Slow work happens in `incoming`; only the visible changes need the lock. */
  async put(sealed: SealedRelease, smokeTest: SmokeTestResult): Promise<'stored' | 'already-there'> {
    verifyRelease(sealed);
    const { manifest, files } = sealed;
    const target = this.#paths.release(manifest.name, manifest.release);
    const isStored = (await readOrNull(target.manifest)) !== null && (await holds(target.folder, files));
    const inspection = inspect(sealed);
    const incoming = isStored ? null : await this.#writeIncoming(files);
    try {
      const done = await withDirectoryLock(this.#paths.locks, (assertHeld) =>
        this.#commit({ ...sealed, smokeTest, inspection, incoming }, assertHeld),
      );
      // Null: garbage collection removed the files since the check above.
      return done ?? (await this.put(sealed, smokeTest));
    } finally {
      if (incoming !== null) await rm(incoming, { recursive: true, force: true });
    }
  }

  /** The part of `put` that other processes see. */
  async #commit({ manifest, files, smokeTest, inspection, incoming }: Incoming, assertHeld: () => Promise<void>) {
    const { name, release } = manifest;
    const paths = this.#paths.release(name, release);
    const text = canonicalJson(manifest);
    const stored = (await readOrNull(paths.manifest))?.toString('utf8') ?? null;
    if (stored !== null && stored !== text) throw new ReleaseConflictError(name, release);
    if (incoming === null && stored === null) return null;
    await assertHeld();
    if (incoming !== null && !(await moveIn(incoming, paths.folder)) && !(await holds(paths.folder, files))) {
      throw new ReleaseConflictError(name, release);
    }
    await writeText(paths.inspection, JSON.stringify(inspection));
    await this.#writeSmokeTest(paths.smokeTest, smokeTest);
    // A process that took over the lock may have removed the files as the remains of a killed process.
    await assertHeld();
    if (stored === null) await replaceFile(paths.manifest, text);
    else await utimes(paths.manifest, new Date(), new Date());
    return stored === null ? 'stored' : 'already-there';
  }

  async readManifest(name: string, release: string): Promise<ManifestReading> {
    return (this.#known.get(releaseKey(name, release)) ?? (await this.#readCurrent(name, release)))?.reading ?? { status: 'missing' };
  }

  /** Reads a manifest that garbage collection may have removed since the last read. */
  async readCurrentManifest(name: string, release: string): Promise<ManifestReading> {
    return (await this.#readCurrent(name, release))?.reading ?? { status: 'missing' };
  }

  /** Null for a malformed name or id. */
  async #readCurrent(name: string, release: string): Promise<KnownRelease | null> {
    if (!v.is(remoteNameSchema, name) || !v.is(releaseIdSchema, release)) return null;
    const { manifest, folder } = this.#paths.release(name, release);
    const text = await readOrNull(manifest);
    const reading: ManifestReading = text === null ? { status: 'missing' } : parseManifest(text.toString('utf8'), name, release);
    const read = { reading, folder };
    this.forget(name, release);
    if (reading.status === 'ok') {
      const [oldest] = this.#known.keys();
      if (oldest !== undefined && this.#known.size >= MAX_MANIFESTS) this.#known.delete(oldest);
      this.#known.set(releaseKey(name, release), read);
    }
    return read;
  }

  /** Drops the cached manifest of a removed release. */
  forget(name: string, release: string): void {
    this.#known.delete(releaseKey(name, release));
  }

  async readSmokeTest(name: string, release: string): Promise<SmokeTestResult | null> {
    if (!v.is(remoteNameSchema, name) || !v.is(releaseIdSchema, release)) return null;
    return readJson(smokeTestResultSchema, this.#paths.release(name, release).smokeTest);
  }

  /** The findings in a release's files; null for a release from before inspections. */
  async readInspection(name: string, release: string): Promise<Inspection | null> {
    return readJson(inspectionSchema, this.#paths.release(name, release).inspection);
  }

  /** See ReleaseStore.releaseFile. */
  async readFile(
    name: string,
    release: string,
    path: string,
    encodings: readonly Compression[] = [],
  ): Promise<ReleaseFile | null> {
    // The store looks only for paths in the manifest, so no path from outside reaches the file system.
    const known = this.#known.get(releaseKey(name, release)) ?? (await this.#readCurrent(name, release));
    if (known === null || integrityOfFile(known.reading, path) === null) return null;
    const file = `${known.folder}/${path}`;
    for (const encoding of encodings) {
      const content = await this.#cache.read(`${file}${COPY_SUFFIX[encoding]}`);
      if (content !== null) return { content, encoding };
    }
    const content = await this.#cache.read(file);
    return content === null ? null : { content, encoding: 'identity' };
  }

  async #writeIncoming(files: ReadonlyMap<string, Buffer>): Promise<string> {
    await removeAbandonedEntries(this.#paths.incoming);
    const incoming = join(this.#paths.incoming, randomUUID());
    try {
      await mkdir(incoming, { recursive: true });
      for (const [path, content] of files) {
        await writeNewFile(join(incoming, path), content);
        for (const [encoding, copy] of await compressedCopies(path, content, this.#compression)) {
          await writeNewFile(join(incoming, `${path}${COPY_SUFFIX[encoding]}`), copy);
        }
      }
      return incoming;
    } catch (error) {
      await rm(incoming, { recursive: true, force: true });
      throw error;
    }
  }

  /** Stores the result of a smoke test. A passed test replaces a failed one. */
  async #writeSmokeTest(path: string, smokeTest: SmokeTestResult): Promise<void> {
    const stored = await readJson(smokeTestResultSchema, path);
    if (stored === null || (smokeTest.passed && !stored.passed)) await replaceFile(path, JSON.stringify(smokeTest));
  }
}

/** Writes a file unless it already has this text. */
async function writeText(path: string, text: string): Promise<void> {
  if ((await readOrNull(path))?.toString('utf8') !== text) await replaceFile(path, text);
}

async function readJson<T>(schema: v.GenericSchema<unknown, T>, path: string): Promise<T | null> {
  const text = await readOrNull(path);
  if (text === null) return null;
  const parsed = parseDocument(schema, text.toString('utf8'));
  return parsed.ok ? parsed.value : null;
}

/** Moves a folder to its final path; false if that path exists. */
async function moveIn(incoming: string, folder: string): Promise<boolean> {
  await mkdir(dirname(folder), { recursive: true });
  try {
    await rename(incoming, folder);
  } catch (error) {
    if (hasErrorCode(error, ...PATH_EXISTS)) return false;
    throw error;
  }
  await syncDirectory(dirname(folder));
  return true;
}

/** Whether a folder has all these files with this content. */
async function holds(folder: string, files: ReadonlyMap<string, Buffer>): Promise<boolean> {
  for (const [path, content] of files) {
    const stored = await readOrNull(join(folder, path));
    if (stored === null || !stored.equals(content)) return false;
  }
  return true;
}
