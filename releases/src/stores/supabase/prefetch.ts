import { setTimeout as pause } from 'node:timers/promises';
import { isForDevelopment } from '../../model/files.ts';
import { pointedReleases, type Registry } from '../../model/registry.ts';
import { parseManifest } from '../../model/release-manifest.ts';
import { StoreUnavailableError } from '../../model/store-errors.ts';
import type { CachedFiles } from './cached-files.ts';
import type { ReleaseRecords } from './release-records.ts';

/** The number of parallel reads. Visitors' requests come in addition. */
const PARALLEL_READS = 4;

/** The pauses between attempts, in milliseconds: each is twice as long as the one before, because a damaged file fails until someone acts. */
const FIRST_PAUSE = 2000;
const LONGEST_PAUSE = 60_000;

/** A file that browsers will request. */
interface ExpectedFile {
  readonly name: string;
  readonly release: string;
  readonly path: string;
}

/**
 * Caches the files of all releases that the registry points at, so that the site stays up when the store does not
 * respond. It reads Brotli copies only: every browser accepts them, and other encodings can be made from them.
 */
export class Prefetch {
  readonly #releases: ReleaseRecords;
  readonly #files: CachedFiles;
  #registry: Registry | null = null;
  #running = false;
  /** Ends the pause when there is another registry. */
  #wake = new AbortController();

  constructor(releases: ReleaseRecords, files: CachedFiles) {
    this.#releases = releases;
    this.#files = files;
  }

  /** Starts with a registry and abandons an earlier one. Rejects only for errors other than StoreUnavailableError. */
  async start(registry: Registry): Promise<void> {
    this.#registry = registry;
    this.#wake.abort();
    if (this.#running) return;
    this.#running = true;
    try {
      let tried: Registry | null = null;
      for (let wait = FIRST_PAUSE; this.#registry !== null; wait = Math.min(2 * wait, LONGEST_PAUSE)) {
        if (this.#registry !== tried) wait = FIRST_PAUSE;
        tried = this.#registry;
        this.#wake = new AbortController();
        // A rejection is the end of the pause.
        if (!(await this.#run(tried))) await pause(wait, undefined, { ref: false, signal: this.#wake.signal }).catch(() => undefined);
      }
    } finally {
      this.#running = false;
    }
  }

  /** Reads the files of a registry. Returns false if the store does not respond, or a file is damaged. */
  async #run(registry: Registry): Promise<boolean> {
    try {
      const waiting = await this.#filesOf(registry);
      const worker = async (): Promise<void> => {
        for (let next = waiting.pop(); next !== undefined && this.#registry === registry; next = waiting.pop()) {
          await this.#files.read(next.name, next.release, next.path, ['br']);
        }
      };
      await Promise.all(Array.from({ length: PARALLEL_READS }, worker));
      if (this.#registry === registry) this.#registry = null;
      return true;
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) throw error;
      return false;
    }
  }

  async #filesOf(registry: Registry): Promise<ExpectedFile[]> {
    const files: ExpectedFile[] = [];
    for (const [name, remote] of Object.entries(registry.remotes)) {
      // Workers take files from the end, so the live release comes first.
      for (const release of pointedReleases(remote).reverse()) {
        const record = await this.#releases.record(name, release);
        if (record === null) continue;
        const reading = parseManifest(record.manifest, name, release);
        const paths = reading.status === 'ok' ? Object.keys(reading.manifest.files) : [];
        for (const path of paths) if (!path.endsWith('.map') && !isForDevelopment(path)) files.push({ name, release, path });
      }
    }
    return files;
  }
}
