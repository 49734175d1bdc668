import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { integrityOfFile } from '../../model/release-manifest.ts';
import { StoreAwayError } from '../../model/store-errors.ts';
import { fileSum } from '../../sealing/seal.ts';
import { copySuffix } from '../compressed-copies.ts';
import type { Compression, ReleaseFile } from '../release-store.ts';
import { downloadFile, fileKey } from './bucket.ts';
import type { DiskCache } from './disk-cache.ts';
import type { ReleaseProject } from './project-request.ts';
import { manifestOf, type ReleaseRecord, type RemoteReleases } from './release-records.ts';

type Encoding = ReleaseFile['encoding'];

const decoders: Readonly<Record<Encoding, (content: Buffer) => Promise<Buffer>>> = {
  br: promisify(brotliDecompress),
  gzip: promisify(gunzip),
  identity: (content) => Promise.resolve(content),
};

/** One file of a release in one encoding. */
interface Wanted {
  readonly key: string;
  readonly encoding: Encoding;
  readonly integrity: string;
}

/** The files of releases, from the disk where they were read before. */
export class CachedFiles {
  readonly #project: ReleaseProject;
  readonly #cache: DiskCache;
  readonly #releases: RemoteReleases;
  /** One request for many that ask at once. */
  readonly #fetching = new Map<string, Promise<Buffer | null>>();

  constructor(project: ReleaseProject, cache: DiskCache, releases: RemoteReleases) {
    this.#project = project;
    this.#cache = cache;
    this.#releases = releases;
  }

  /** See ReleaseStore.releaseFile. @throws StoreAwayError if the file was not read before */
  async read(name: string, release: string, path: string, encodings: readonly Compression[] = []): Promise<ReleaseFile | null> {
    const record = await this.#releases.record(name, release);
    const file = record && (await this.#readIn(record, name, release, path, encodings));
    if (file !== null || record === null) return file;
    // The release may have been removed and stored again, under another upload, since its record was read.
    const now = await this.#releases.recordNow(name, release);
    return now === null || now.upload === record.upload ? null : this.#readIn(now, name, release, path, encodings);
  }

  async #readIn(
    record: ReleaseRecord,
    name: string,
    release: string,
    path: string,
    encodings: readonly Compression[],
  ): Promise<ReleaseFile | null> {
    // Only what the manifest names is ever looked for: no path from outside reaches the storage or the disk.
    const integrity = integrityOfFile(manifestOf(record, name, release), path);
    if (integrity === null) return null;
    const there = record.copies[path] ?? [];
    const wanted = (encoding: Encoding): Wanted => ({
      key: fileKey(name, release, record.upload, encoding === 'identity' ? path : `${path}${copySuffix[encoding]}`),
      encoding,
      integrity,
    });
    const encoding: Encoding = encodings.find((one) => there.includes(one)) ?? 'identity';
    try {
      const content = await this.#content(wanted(encoding));
      return content && { content, encoding, integrity };
    } catch (error) {
      if (!(error instanceof StoreAwayError)) throw error;
      // The file itself can be had from any encoding of it that was read before.
      for (const other of ['br', 'gzip', 'identity'] as const) {
        const content = await this.#cache.read(wanted(other).key);
        if (content !== null) return { content: await decoders[other](content), encoding: 'identity', integrity };
      }
      throw error;
    }
  }

  async #content(wanted: Wanted): Promise<Buffer | null> {
    const { key } = wanted;
    const fetching = this.#fetching.get(key);
    if (fetching !== undefined) return fetching;
    const cached = await this.#cache.read(key);
    if (cached !== null) return cached;
    // Somebody may have begun while the disk was asked.
    const begun = this.#fetching.get(key) ?? this.#fetch(wanted).finally(() => this.#fetching.delete(key));
    this.#fetching.set(key, begun);
    return begun;
  }

  async #fetch({ key, encoding, integrity }: Wanted): Promise<Buffer | null> {
    const content = await downloadFile(this.#project, key);
    if (content === null) return null;
    const decoded = await decoders[encoding](content).catch(() => null);
    if (decoded === null || fileSum(decoded).integrity !== integrity) {
      throw new StoreAwayError(`the stored file ${key} is damaged; remove its release and publish it again`);
    }
    await this.#cache.write(key, content);
    return content;
  }
}
