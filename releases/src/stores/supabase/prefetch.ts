import { setTimeout as pause } from 'node:timers/promises';
import { isForDevelopment } from '../../model/files.ts';
import { pointedReleases, type Registry } from '../../model/registry.ts';
import { StoreAwayError } from '../../model/store-errors.ts';
import type { CachedFiles } from './cached-files.ts';
import { manifestOf, type RemoteReleases } from './release-records.ts';

/** So many files are read in at once: visitors' own come beside. */
const atOnce = 4;

/** Milliseconds after which it is tried again where the store was away. */
const againAfter = 2000;

/** A file that browsers will ask for. */
interface Ahead {
  readonly name: string;
  readonly release: string;
  readonly path: string;
}

/**
 * Reads in what the registry points at, before anybody asks: when the store goes away, what is live is on the disk. In
 * Brotli only, as every browser takes it; the rest can be made of it.
 */
export class ReadAhead {
  readonly #releases: RemoteReleases;
  readonly #files: CachedFiles;
  #wanted: Registry | null = null;
  #running = false;

  constructor(releases: RemoteReleases, files: CachedFiles) {
    this.#releases = releases;
    this.#files = files;
  }

  /** Begins with a registry; another that is under way is left. Rejects only for what is no matter of the store. */
  async start(registry: Registry): Promise<void> {
    this.#wanted = registry;
    if (this.#running) return;
    this.#running = true;
    try {
      while (this.#wanted !== null) await this.#run(this.#wanted);
    } finally {
      this.#running = false;
    }
  }

  async #run(registry: Registry): Promise<void> {
    try {
      const waiting = await this.#filesOf(registry);
      const worker = async (): Promise<void> => {
        for (let next = waiting.pop(); next !== undefined && this.#wanted === registry; next = waiting.pop()) {
          await this.#files.read(next.name, next.release, next.path, ['br']);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, worker));
      if (this.#wanted === registry) this.#wanted = null;
    } catch (error) {
      if (!(error instanceof StoreAwayError)) throw error;
      await pause(againAfter, undefined, { ref: false });
    }
  }

  async #filesOf(registry: Registry): Promise<Ahead[]> {
    const files: Ahead[] = [];
    for (const [name, remote] of Object.entries(registry.remotes)) {
      // They are taken from the end: what is live comes before the rest.
      for (const release of pointedReleases(remote).reverse()) {
        const record = await this.#releases.record(name, release);
        if (record === null) continue;
        const reading = manifestOf(record, name, release);
        const paths = reading.status === 'ok' ? Object.keys(reading.manifest.files) : [];
        for (const path of paths) if (!path.endsWith('.map') && !isForDevelopment(path)) files.push({ name, release, path });
      }
    }
    return files;
  }
}
