import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import { inspect, inspectionSchema } from '../../inspection/inspection.ts';
import { smokeTestResultSchema, type SmokeTestResult } from '../../model/gate-check.ts';
import { releaseIdSchema, releaseKey, remoteNameSchema } from '../../model/identity.ts';
import { canonicalJson, parseDocument } from '../../model/json.ts';
import { ReleaseConflictError, StoreUnavailableError } from '../../model/store-errors.ts';
import type { SealedRelease } from '../../sealing/seal.ts';
import { verifyRelease } from '../../sealing/verify-release.ts';
import { compressedCopies, COPY_SUFFIX } from '../compressed-copies.ts';
import { fileKey, removeFiles, uploadFiles } from './bucket.ts';
import type { DiskCache } from './disk-cache.ts';
import { callFunction, HASTY, PATIENT, type Patience, type ReleaseProject } from './project-request.ts';

/** The stored data of a release besides its files. */
const releaseRecordSchema = v.object({
  /** The manifest's text as it was stored. */
  manifest: v.string(),
  inspection: v.fallback(v.nullable(inspectionSchema), null),
  /** Null for a malformed result. */
  smokeTest: v.fallback(v.nullable(smokeTestResultSchema), null),
  /** The upload with its files: see fileKey. */
  upload: v.pipe(v.string(), v.uuid()),
  /** The compressed copies of each file, by path. Files without copies may be missing. */
  copies: v.record(v.string(), v.array(v.picklist(['br', 'gzip']))),
});

/** The same as the database has it: its column for the smoke test is called `trial`. */
const databaseRecordSchema = v.pipe(
  v.looseObject({ trial: v.unknown() }),
  v.transform(({ trial, ...record }) => ({ ...record, smokeTest: trial })),
  releaseRecordSchema,
);

/** See {@link releaseRecordSchema}. */
export type ReleaseRecord = v.InferOutput<typeof releaseRecordSchema>;

/** The number of records in memory: more than the live and previous releases. Only the smoke test's result can change. */
const MAX_RECORDS = 1000;

/** For this many milliseconds after a lookup that found nothing, further lookups first check the list of all releases. */
const FLOOD_MS = 1000;

/** Milliseconds before that list is read, so that the lookups of this time share one reading. */
const LIST_PAUSE_MS = 250;

const listSchema = v.array(v.object({ name: v.string(), release: v.string() }));

const putSchema = v.picklist(['stored', 'already-there', 'absent', 'conflict']);

/** One upload of a release's files. */
interface Upload {
  readonly id: string;
  readonly copies: ReleaseRecord['copies'];
  readonly bytes: number;
}

/** Stores releases in the project, and reads and caches their records. */
export class ReleaseRecords {
  readonly #project: ReleaseProject;
  readonly #cache: DiskCache;
  readonly #records = new Map<string, ReleaseRecord>();
  readonly #requests = new Map<string, Promise<ReleaseRecord | null>>();
  /** When a lookup last found nothing. */
  #missedAt = -Infinity;
  #nextList: Promise<ReadonlySet<string>> | null = null;

  constructor(project: ReleaseProject, cache: DiskCache) {
    this.#project = project;
    this.#cache = cache;
  }

  /** See ReleaseStore.putRelease. It stores the files first and the record last, so that a release with a record is complete. */
  async put(sealed: SealedRelease, smokeTest: SmokeTestResult): Promise<'stored' | 'already-there'> {
    verifyRelease(sealed);
    const { manifest } = sealed;
    const { name, release } = manifest;
    const record = { remote: name, id: release, new_manifest: canonicalJson(manifest), new_inspection: inspect(sealed), new_trial: smokeTest };
    let outcome = await this.#putRecord(record, null);
    if (outcome === 'absent') {
      const upload = await this.#upload(sealed);
      // Still absent: another process stored the release and a third one removed it meanwhile.
      while (outcome === 'absent') outcome = await this.#putRecord(record, upload);
      // If the response to the first attempt was lost, the retry finds the release that this upload belongs to.
      if (outcome === 'already-there' && (await this.currentRecord(name, release))?.upload === upload.id) outcome = 'stored';
      if (outcome !== 'stored') await this.#removeUpload(sealed, upload);
    }
    await this.forget(name, release);
    if (outcome === 'conflict') throw new ReleaseConflictError(name, release);
    return outcome;
  }

  /** A release's record, possibly from memory or disk; null if the release is not stored. @throws StoreUnavailableError */
  async record(name: string, release: string): Promise<ReleaseRecord | null> {
    if (!v.is(remoteNameSchema, name) || !v.is(releaseIdSchema, release)) return null;
    const key = releaseKey(name, release);
    const known = this.#records.get(key);
    if (known !== undefined) return known;
    const pending = this.#requests.get(key);
    if (pending !== undefined) return pending;
    const requested = this.#find(name, release).finally(() => this.#requests.delete(key));
    this.#requests.set(key, requested);
    return requested;
  }

  /** A release's current record. @throws StoreUnavailableError */
  async currentRecord(name: string, release: string, patience: Patience = PATIENT): Promise<ReleaseRecord | null> {
    if (!v.is(remoteNameSchema, name) || !v.is(releaseIdSchema, release)) return null;
    const record = await callFunction(this.#project, 'atrium_read_release', { remote: name, id: release }, v.nullable(databaseRecordSchema), patience);
    if (record === null) await this.forget(name, release);
    else this.#remember(name, release, record);
    return record;
  }

  /** Drops the cached record of a release that was removed or changed. */
  async forget(name: string, release: string): Promise<void> {
    this.#records.delete(releaseKey(name, release));
    await this.#cache.remove(recordKey(name, release));
  }

  async #find(name: string, release: string): Promise<ReleaseRecord | null> {
    const text = await this.#cache.read(recordKey(name, release));
    const cached = text && parseDocument(releaseRecordSchema, text.toString('utf8'));
    if (cached?.ok === true) {
      this.#remember(name, release, cached.value);
      return cached.value;
    }
    // Anyone can ask for addresses of releases that never existed, each of which would cost a call.
    const isPossible = performance.now() - this.#missedAt > FLOOD_MS || (await this.#allStored()).has(releaseKey(name, release));
    const record = isPossible ? await this.currentRecord(name, release, { ...HASTY, retries: 1 }) : null;
    if (record === null) this.#missedAt = performance.now();
    else await this.#cache.write(recordKey(name, release), Buffer.from(JSON.stringify(record)));
    return record;
  }

  /** The keys of all stored releases, read after this call. */
  #allStored(): Promise<ReadonlySet<string>> {
    return (this.#nextList ??= pause(LIST_PAUSE_MS).then(async () => {
      this.#nextList = null;
      const stored = await callFunction(this.#project, 'atrium_list_releases', {}, listSchema, { ...HASTY, retries: 1 });
      return new Set(stored.map(({ name, release }) => releaseKey(name, release)));
    }));
  }

  #remember(name: string, release: string, record: ReleaseRecord): void {
    const [oldest] = this.#records.keys();
    if (oldest !== undefined && this.#records.size >= MAX_RECORDS) this.#records.delete(oldest);
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
      for (const [encoding, copy] of made) contents.set(fileKey(name, release, id, `${path}${COPY_SUFFIX[encoding]}`), copy);
    }
    await callFunction(this.#project, 'atrium_begin_upload', { new_upload: id, new_keys: [...contents.keys()] }, v.null());
    await uploadFiles(this.#project, contents);
    return { id, copies, bytes: [...contents.values()].reduce((sum, { length }) => sum + length, 0) };
  }

  /** Removes the files of an upload if another process stored the release first. */
  async #removeUpload({ manifest: { name, release } }: SealedRelease, { id, copies }: Upload): Promise<void> {
    const paths = Object.entries(copies).flatMap(([path, encodings]) => [path, ...encodings.map((encoding) => `${path}${COPY_SUFFIX[encoding]}`)]);
    try {
      await removeFiles(this.#project, paths.map((path) => fileKey(name, release, id, path)));
      await callFunction(this.#project, 'atrium_forget_upload', { upload_id: id }, v.null());
    } catch (error) {
      // The release is stored; collectGarbage removes the upload after an hour.
      if (!(error instanceof StoreUnavailableError)) throw error;
    }
  }
}

function recordKey(name: string, release: string): string {
  return `record ${releaseKey(name, release)}`;
}
