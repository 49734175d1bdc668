import { pointedReleases, releaseKey, type Registry } from '@atrium/releases/model';
import { MAX_INSPECTED_MOVES, placeOf, placeSince, type Place } from '@atrium/releases/health';
import { LogUnreadableError, type ReleaseStore } from '@atrium/releases/stores';
import type { CountedRelease } from './report-buffer.ts';

/** A release of a page module that visitors may get now. */
interface VisibleRelease {
  readonly counted: CountedRelease;
  readonly place: Place;
}

/** The releases of page modules that visitors may get now. Reports about any other release do not count. */
export class VisibleReleases {
  readonly #store: Pick<ReleaseStore, 'registryFingerprint' | 'readRegistry' | 'readLog'>;
  #fingerprint: string | null = null;
  #visible: ReadonlyMap<string, VisibleRelease> = new Map();
  #reading: Promise<void> | null = null;

  constructor(store: Pick<ReleaseStore, 'registryFingerprint' | 'readRegistry' | 'readLog'>) {
    this.#store = store;
  }

  /** By {@link releaseKey}. While the store is unavailable, the last known ones. */
  async read(): Promise<ReadonlyMap<string, VisibleRelease>> {
    await (this.#reading ??= this.#read().finally(() => {
      this.#reading = null;
    }));
    return this.#visible;
  }

  async #read(): Promise<void> {
    try {
      const fingerprint = await this.#store.registryFingerprint();
      if (fingerprint === this.#fingerprint) return;
      const reading = await this.#store.readRegistry();
      if (reading.status !== 'ok') return;
      this.#visible = await this.#find(reading.registry);
      this.#fingerprint = fingerprint;
    } catch {
      // CurrentReleasesReader logs the store's failures. Here, the last known releases stay in use.
    }
  }

  async #find({ remotes }: Registry): Promise<ReadonlyMap<string, VisibleRelease>> {
    const visible = new Map<string, VisibleRelease>();
    for (const [name, remote] of Object.entries(remotes)) {
      if (remote.kind !== 'page-module' || remote.live === null) continue;
      const entries = remote.canary === null ? [] : await this.#moves(name);
      for (const release of pointedReleases(remote)) {
        const place = placeOf(remote, release);
        if (place === null) continue;
        const since = placeSince(remote, release, place, entries);
        visible.set(releaseKey(name, release), { counted: { name, release, ...(since !== null && { since }) }, place });
      }
    }
    return visible;
  }

  /** The moves that tell when a canary began. If the log cannot be read, the canary is only counted. */
  async #moves(name: string): ReturnType<ReleaseStore['readLog']> {
    try {
      return await this.#store.readLog({ name, limit: MAX_INSPECTED_MOVES });
    } catch (error) {
      if (error instanceof LogUnreadableError) return [];
      throw error;
    }
  }
}
