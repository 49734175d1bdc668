import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { integrityOfFile, parseManifest } from '../../model/release-manifest.ts';
import { StoreUnavailableError } from '../../model/store-errors.ts';
import { fileEntry } from '../../sealing/seal.ts';
import { COPY_SUFFIX } from '../compressed-copies.ts';
import type { Compression, ReleaseFile } from '../release-store.ts';
import { downloadFile, fileKey } from './bucket.ts';
import type { DiskCache } from './disk-cache.ts';
import type { ReleaseProject } from './project-request.ts';
import type { ReleaseRecord, ReleaseRecords } from './release-records.ts';

type Encoding = ReleaseFile['encoding'];

const DECODERS: Readonly<Record<Encoding, (content: Buffer) => Promise<Buffer>>> = {
  br: promisify(brotliDecompress),
  gzip: promisify(gunzip),
  identity: (content) => Promise.resolve(content),
};

/** One file of a release in one encoding. */
interface EncodedFile {
  readonly key: string;
  readonly encoding: Encoding;
  readonly integrity: string;
}

/** The files of releases, cached on disk. */
export class CachedFiles {
  readonly #project: ReleaseProject;
  readonly #cache: DiskCache;
  readonly #releases: ReleaseRecords;
  /** Requests in progress, by key: parallel reads of a file share one. */
  readonly #fetching = new Map<string, Promise<Buffer | null>>();

  constructor(project: ReleaseProject, cache: DiskCache, releases: ReleaseRecords) {
    this.#project = project;
    this.#cache = cache;
    this.#releases = releases;
  }

  /** See ReleaseStore.releaseFile. @throws StoreUnavailableError if the file is not cached */
  async read(name: string, release: string, path: string, encodings: readonly Compression[] = []): Promise<ReleaseFile | null> {
    const record = await this.#releases.record(name, release);
    const file = record && (await this.#readIn(record, name, release, path, encodings));
    if (file !== null || record === null) return file;
    // Since its record was read, the release may have been removed and stored again under another upload.
    const now = await this.#releases.currentRecord(name, release);
    return now === null || now.upload === record.upload ? null : this.#readIn(now, name, release, path, encodings);
  }

  async #readIn(
    record: ReleaseRecord,
    name: string,
    release: string,
    path: string,
    encodings: readonly Compression[],
  ): Promise<ReleaseFile | null> {
    // The store looks only for paths in the manifest, so no path from outside reaches the storage or the disk.
    const integrity = integrityOfFile(parseManifest(record.manifest, name, release), path);
    if (integrity === null) return null;
    const copies = record.copies[path] ?? [];
    const encoded = (encoding: Encoding): EncodedFile => ({
      key: fileKey(name, release, record.upload, encoding === 'identity' ? path : `${path}${COPY_SUFFIX[encoding]}`),
      encoding,
      integrity,
    });
    const encoding: Encoding = encodings.find((accepted) => copies.includes(accepted)) ?? 'identity';
    try {
      const content = await this.#content(encoded(encoding));
      return content && { content, encoding };
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) throw error;
      // Any cached encoding can be decoded to the file itself.
      for (const other of ['br', 'gzip', 'identity'] as const) {
        const content = await this.#cache.read(encoded(other).key);
        if (content !== null) return { content: await DECODERS[other](content), encoding: 'identity' };
      }
      throw error;
    }
  }

  async #content(file: EncodedFile): Promise<Buffer | null> {
    const { key } = file;
    const fetching = this.#fetching.get(key);
    if (fetching !== undefined) return fetching;
    const cached = await this.#cache.read(key);
    if (cached !== null) return cached;
    // Another read may have started a request meanwhile.
    const started = this.#fetching.get(key) ?? this.#fetch(file).finally(() => this.#fetching.delete(key));
    this.#fetching.set(key, started);
    return started;
  }

  async #fetch({ key, encoding, integrity }: EncodedFile): Promise<Buffer | null> {
    const content = await downloadFile(this.#project, key);
    if (content === null) return null;
    const decoded = await DECODERS[encoding](content).catch(() => null);
    if (decoded === null || fileEntry(decoded).integrity !== integrity) {
      throw new StoreUnavailableError(`the stored file ${key} is damaged; remove its release and publish it again`);
    }
    await this.#cache.write(key, content);
    return content;
  }
}
