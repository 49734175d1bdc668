import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { inspect, inspectionSchema } from '../../inspection/inspection.ts';
import { trialSchema, type Trial } from '../../model/gate-check.ts';
import { releaseIdSchema, releaseKey, remoteNameSchema } from '../../model/identity.ts';
import { canonicalJson, parseDocument } from '../../model/json.ts';
import { releaseManifestSchema, type ManifestReading } from '../../model/release-manifest.ts';
import { ReleaseConflictError, StoreAwayError } from '../../model/store-errors.ts';
import type { SealedRelease } from '../../sealing/seal.ts';
import { verifyRelease } from '../../sealing/verify-release.ts';
import { compressedCopies, copySuffix } from '../compressed-copies.ts';
import { fileKey, removeFiles, uploadFiles } from './bucket.ts';
import type { DiskCache } from './disk-cache.ts';
import { callFunction, hasty, patient, type Patience, type ReleaseProject } from './project-request.ts';

/** What is kept of a release beside its files, as `atrium_read_release` gives it. */
export const releaseRecordSchema = v.object({
  /** The manifest's text, as it was given to the store. */
  manifest: v.string(),
  inspection: v.fallback(v.nullable(inspectionSchema), null),
  /** Null for a trial that is not understood. */
  trial: v.fallback(v.nullable(trialSchema), null),
  /** Under which its files are stored: see fileKey. */
  upload: v.pipe(v.string(), v.uuid()),
  /** The compressed copies of each file, by path; a file without any may be left out. */
  copies: v.record(v.string(), v.array(v.picklist(['br', 'gzip']))),
});

/** See {@link releaseRecordSchema}. */
export type ReleaseRecord = v.InferOutput<typeof releaseRecordSchema>;

/** Reads the manifest of a record, which should be that of this release. */
export function manifestOf({ manifest }: ReleaseRecord, name: string, release: string): ManifestReading {
  const parsed = parseDocument(releaseManifestSchema, manifest);
  if (!parsed.ok) return { status: 'malformed', problem: `its manifest is malformed: ${parsed.problem}` };
  if (parsed.value.name !== name || parsed.value.release !== release) {
    return { status: 'malformed', problem: 'its manifest belongs to another release' };
  }
  return { status: 'ok', manifest: parsed.value };
}

/** Records never change but for their trial, so they are kept; this many are more than the live and previous releases. */
const recordsKept = 1000;

const putSchema = v.picklist(['stored', 'already-there', 'absent', 'conflict']);

/** Where files of one upload are, and what it takes. */
interface Upload {
  readonly id: string;
  readonly copies: ReleaseRecord['copies'];
  readonly bytes: number;
}

/** The releases in the project, without the question which of them are live: their records, and storing them. */
export class RemoteReleases {
  readonly #project: ReleaseProject;
  readonly #cache: DiskCache;
  readonly #records = new Map<string, ReleaseRecord>();
  readonly #asking = new Map<string, Promise<ReleaseRecord | null>>();

  constructor(project: ReleaseProject, cache: DiskCache) {
    this.#project = project;
    this.#cache = cache;
  }

  /** See ReleaseStore.putRelease: the files first, and the record last, so that what is named is whole. */
  async put(sealed: SealedRelease, trial: Trial): Promise<'stored' | 'already-there'> {
    verifyRelease(sealed);
    const { manifest } = sealed;
    const { name, release } = manifest;
    const record = { remote: name, id: release, new_manifest: canonicalJson(manifest), new_inspection: inspect(sealed), new_trial: trial };
    let outcome = await this.#putRecord(record, null);
    if (outcome === 'absent') {
      const upload = await this.#upload(sealed);
      // Absent again: somebody stored it meanwhile, and somebody else removed that.
      while (outcome === 'absent') outcome = await this.#putRecord(record, upload);
      if (outcome !== 'stored') await this.#takeBack(sealed, upload);
    }
    await this.forget(name, release);
    if (outcome === 'conflict') throw new ReleaseConflictError(name, release);
    return outcome;
  }

  /** What is kept of a release; it may come from memory or from the disk. Null for what is not stored. @throws StoreAwayError */
  async record(name: string, release: string): Promise<ReleaseRecord | null> {
    if (!v.is(remoteNameSchema, name) || !v.is(releaseIdSchema, release)) return null;
    const key = releaseKey(name, release);
    const known = this.#records.get(key);
    if (known !== undefined) return known;
    const asking = this.#asking.get(key);
    if (asking !== undefined) return asking;
    const asked = this.#find(name, release).finally(() => this.#asking.delete(key));
    this.#asking.set(key, asked);
    return asked;
  }

  /** What is kept of a release now. @throws StoreAwayError */
  async recordNow(name: string, release: string, patience: Patience = patient): Promise<ReleaseRecord | null> {
    if (!v.is(remoteNameSchema, name) || !v.is(releaseIdSchema, release)) return null;
    const record = await callFunction(this.#project, 'atrium_read_release', { remote: name, id: release }, v.nullable(releaseRecordSchema), patience);
    if (record === null) await this.forget(name, release);
    else this.#remember(name, release, record);
    return record;
  }

  /** Drops what is kept of a release that may be gone, or have another trial. */
  async forget(name: string, release: string): Promise<void> {
    this.#records.delete(releaseKey(name, release));
    await this.#cache.remove(recordKey(name, release));
  }

  async #find(name: string, release: string): Promise<ReleaseRecord | null> {
    const text = await this.#cache.read(recordKey(name, release));
    const kept = text && parseDocument(releaseRecordSchema, text.toString('utf8'));
    if (kept?.ok === true) {
      this.#remember(name, release, kept.value);
      return kept.value;
    }
    const record = await this.recordNow(name, release, { ...hasty, retries: 1 });
    if (record !== null) await this.#cache.write(recordKey(name, release), Buffer.from(JSON.stringify(record)));
    return record;
  }

  #remember(name: string, release: string, record: ReleaseRecord): void {
    const [oldest] = this.#records.keys();
    if (oldest !== undefined && this.#records.size >= recordsKept) this.#records.delete(oldest);
    this.#records.set(releaseKey(name, release), record);
  }

  async #putRecord(record: Readonly<Record<string, unknown>>, upload: Upload | null): Promise<v.InferOutput<typeof putSchema>> {
    const files = { new_upload: upload?.id ?? null, new_copies: upload?.copies ?? null, new_bytes: upload?.bytes ?? null };
    return callFunction(this.#project, 'atrium_put_release', { ...record, ...files }, putSchema);
  }

  async #upload({ manifest: { name, release }, files }: SealedRelease): Promise<Upload> {
    const id = randomUUID();
    const copies: ReleaseRecord['copies'] = {};
    const contents = new Map<string, Buffer>();
    for (const [path, content] of files) {
      contents.set(fileKey(name, release, id, path), content);
      const made = await compressedCopies(path, content);
      copies[path] = [...made.keys()];
      for (const [encoding, copy] of made) contents.set(fileKey(name, release, id, `${path}${copySuffix[encoding]}`), copy);
    }
    await callFunction(this.#project, 'atrium_begin_upload', { new_upload: id, new_keys: [...contents.keys()] }, v.null());
    await uploadFiles(this.#project, contents);
    return { id, copies, bytes: [...contents.values()].reduce((sum, { length }) => sum + length, 0) };
  }

  /** Removes the files of an upload that somebody else was faster than. */
  async #takeBack({ manifest: { name, release } }: SealedRelease, { id, copies }: Upload): Promise<void> {
    const paths = Object.entries(copies).flatMap(([path, encodings]) => [path, ...encodings.map((encoding) => `${path}${copySuffix[encoding]}`)]);
    try {
      await removeFiles(this.#project, paths.map((path) => fileKey(name, release, id, path)));
      await callFunction(this.#project, 'atrium_forget_upload', { upload_id: id }, v.null());
    } catch (error) {
      // The release is stored; collectGarbage finds the upload in an hour.
      if (!(error instanceof StoreAwayError)) throw error;
    }
  }
}

function recordKey(name: string, release: string): string {
  return `record ${releaseKey(name, release)}`;
}
