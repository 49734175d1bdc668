import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { inspect, inspectionSchema, type Inspection } from '../../inspection/inspection.ts';
import { trialSchema, type Trial } from '../../model/gate-check.ts';
import { releaseIdSchema, releaseKey, remoteNameSchema } from '../../model/identity.ts';
import { canonicalJson, parseDocument } from '../../model/json.ts';
import { integrityOfFile, releaseManifestSchema, type ManifestReading } from '../../model/release-manifest.ts';
import { ReleaseConflictError } from '../../model/store-errors.ts';
import type { SealedRelease } from '../../sealing/seal.ts';
import { verifyRelease } from '../../sealing/verify-release.ts';
import { compressedCopies, copySuffix } from '../compressed-copies.ts';
import { hasErrorCode, readOrNull, removeAbandonedEntries, replaceFile, syncDirectory, writeNewFile } from '../durable-files.ts';
import type { Compression, ReleaseFile } from '../release-store.ts';
import { withDirectoryLock } from './directory-lock.ts';
import type { StorePlaces } from './store-paths.ts';

/** Manifests never change, so the readable ones are kept; this many are more than the live and previous releases. */
const manifestsKept = 1000;

/** What the system says when a folder cannot be renamed because its new place is taken. */
const inTheWay = process.platform === 'win32' ? ['EPERM', 'EEXIST'] : ['EEXIST', 'ENOTEMPTY'];

/** A release that is ready to be stored. */
interface Incoming extends SealedRelease {
  readonly trial: Trial;
  readonly inspection: Inspection;
  /** The folder with the new files; null if they are in place already. */
  readonly beside: string | null;
}

/** The releases in a store's folder, without the question which of them are live. */
export class StoredReleases {
  readonly #places: StorePlaces;
  readonly #manifests = new Map<string, ManifestReading>();

  constructor(places: StorePlaces) {
    this.#places = places;
  }

  /** See ReleaseStore.putRelease. Slow work is done beside, and only what others could see under the lock. */
  async put(sealed: SealedRelease, trial: Trial): Promise<'stored' | 'already-there'> {
    verifyRelease(sealed);
    const { manifest, files } = sealed;
    const home = this.#places.release(manifest.name, manifest.release);
    const there = (await readOrNull(home.manifest)) !== null && (await holds(home.folder, files));
    const inspection = inspect(sealed);
    const beside = there ? null : await this.#writeBeside(files);
    try {
      const done = await withDirectoryLock(this.#places.locks, (assertHeld) =>
        this.#commit({ ...sealed, trial, inspection, beside }, assertHeld),
      );
      // Null: collected as garbage since it was looked at, a moment ago.
      return done ?? (await this.put(sealed, trial));
    } finally {
      if (beside !== null) await rm(beside, { recursive: true, force: true });
    }
  }

  /** What of `put` others see. */
  async #commit({ manifest, files, trial, inspection, beside }: Incoming, assertHeld: () => Promise<void>) {
    const { name, release } = manifest;
    const places = this.#places.release(name, release);
    const text = canonicalJson(manifest);
    const stored = (await readOrNull(places.manifest))?.toString('utf8') ?? null;
    if (stored !== null && stored !== text) throw new ReleaseConflictError(name, release);
    if (beside === null && stored === null) return null;
    await assertHeld();
    if (beside !== null && !(await bringIn(beside, places.folder)) && !(await holds(places.folder, files))) {
      throw new ReleaseConflictError(name, release);
    }
    await keepText(places.inspection, JSON.stringify(inspection));
    await this.#keepTrial(places.trial, trial);
    // Whoever has the lock now may have taken the files for what a killed process left.
    await assertHeld();
    if (stored === null) await replaceFile(places.manifest, text);
    else await utimes(places.manifest, new Date(), new Date());
    return stored === null ? 'stored' : 'already-there';
  }

  async readManifest(name: string, release: string): Promise<ManifestReading> {
    const kept = this.#manifests.get(releaseKey(name, release));
    return kept ?? this.readManifestAnew(name, release);
  }

  /** Reads a manifest that may have been collected as garbage since it was last read. */
  async readManifestAnew(name: string, release: string): Promise<ManifestReading> {
    if (!v.is(remoteNameSchema, name) || !v.is(releaseIdSchema, release)) return { status: 'missing' };
    const reading = await this.#readManifestFile(name, release);
    this.forget(name, release);
    if (reading.status === 'ok') {
      const [oldest] = this.#manifests.keys();
      if (oldest !== undefined && this.#manifests.size >= manifestsKept) this.#manifests.delete(oldest);
      this.#manifests.set(releaseKey(name, release), reading);
    }
    return reading;
  }

  /** Drops what is kept of a manifest that may be gone. */
  forget(name: string, release: string): void {
    this.#manifests.delete(releaseKey(name, release));
  }

  async readTrial(name: string, release: string): Promise<Trial | null> {
    if (!v.is(remoteNameSchema, name) || !v.is(releaseIdSchema, release)) return null;
    return readBeside(trialSchema, this.#places.release(name, release).trial);
  }

  /** What was found in a release's files; null for a release of a checkout that did not look. */
  async readInspection(name: string, release: string): Promise<Inspection | null> {
    return readBeside(inspectionSchema, this.#places.release(name, release).inspection);
  }

  /** See ReleaseStore.releaseFile. */
  async readFile(
    name: string,
    release: string,
    path: string,
    encodings: readonly Compression[] = [],
  ): Promise<ReleaseFile | null> {
    // Only what the manifest names is ever looked for on the disk: no path from outside reaches it.
    const integrity = integrityOfFile(await this.readManifest(name, release), path);
    if (integrity === null) return null;
    const file = join(this.#places.release(name, release).folder, path);
    for (const encoding of encodings) {
      const content = await readOrNull(`${file}${copySuffix[encoding]}`);
      if (content !== null) return { content, encoding, integrity };
    }
    const content = await readOrNull(file);
    return content === null ? null : { content, encoding: 'identity', integrity };
  }

  async #writeBeside(files: ReadonlyMap<string, Buffer>): Promise<string> {
    await removeAbandonedEntries(this.#places.incoming);
    const beside = join(this.#places.incoming, randomUUID());
    try {
      await mkdir(beside, { recursive: true });
      for (const [path, content] of files) {
        await writeNewFile(join(beside, path), content);
        for (const [encoding, copy] of await compressedCopies(path, content)) {
          await writeNewFile(join(beside, `${path}${copySuffix[encoding]}`), copy);
        }
      }
      return beside;
    } catch (error) {
      await rm(beside, { recursive: true, force: true });
      throw error;
    }
  }

  /** A trial is kept as it came out, but one that was failed may be passed later. */
  async #keepTrial(path: string, trial: Trial): Promise<void> {
    const kept = await readBeside(trialSchema, path);
    if (kept === null || (trial.passed && !kept.passed)) await replaceFile(path, JSON.stringify(trial));
  }

  async #readManifestFile(name: string, release: string): Promise<ManifestReading> {
    const text = await readOrNull(this.#places.release(name, release).manifest);
    if (text === null) return { status: 'missing' };
    const parsed = parseDocument(releaseManifestSchema, text.toString('utf8'));
    if (!parsed.ok) return { status: 'malformed', problem: `its manifest is malformed: ${parsed.problem}` };
    if (parsed.value.name !== name || parsed.value.release !== release) {
      return { status: 'malformed', problem: 'its manifest belongs to another release' };
    }
    return { status: 'ok', manifest: parsed.value };
  }
}

/** Writes a file unless it has this text already. */
async function keepText(path: string, text: string): Promise<void> {
  if ((await readOrNull(path))?.toString('utf8') !== text) await replaceFile(path, text);
}

async function readBeside<T>(schema: v.GenericSchema<unknown, T>, path: string): Promise<T | null> {
  const text = await readOrNull(path);
  if (text === null) return null;
  const parsed = parseDocument(schema, text.toString('utf8'));
  return parsed.ok ? parsed.value : null;
}

/** Renames a folder to its place; false if that is taken. */
async function bringIn(beside: string, folder: string): Promise<boolean> {
  await mkdir(dirname(folder), { recursive: true });
  try {
    await rename(beside, folder);
  } catch (error) {
    if (hasErrorCode(error, ...inTheWay)) return false;
    throw error;
  }
  await syncDirectory(dirname(folder));
  return true;
}

/** Whether a folder has exactly these contents under these paths. */
async function holds(folder: string, files: ReadonlyMap<string, Buffer>): Promise<boolean> {
  for (const [path, content] of files) {
    const stored = await readOrNull(join(folder, path));
    if (stored === null || !stored.equals(content)) return false;
  }
  return true;
}
