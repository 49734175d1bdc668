import type { ReleaseStore } from '@atrium/releases/release-store';
import { pointedReleases, type Registry } from '@atrium/releases/registry';
import { movesToLookAt, placeOf, standingSince, type Place } from '@atrium/releases/release-place';
import { LogUnreadableError } from '@atrium/releases/store-errors';
import type { CountedRelease } from './unsent-tallies.ts';

/** A release of a page module that visitors can have now. */
export interface StandingRelease {
  readonly counted: CountedRelease;
  readonly place: Place;
}

/** The releases of page modules that visitors can have now: what is reported of any other is nothing to this site. */
export class StandingReleases {
  readonly #store: Pick<ReleaseStore, 'registryFingerprint' | 'readRegistry' | 'readLog'>;
  #fingerprint: string | null = null;
  #standing: ReadonlyMap<string, StandingRelease> = new Map();
  #reading: Promise<void> | null = null;

  constructor(store: Pick<ReleaseStore, 'registryFingerprint' | 'readRegistry' | 'readLog'>) {
    this.#store = store;
  }

  /** By `name/release`; those known last while the store is away. */
  async read(): Promise<ReadonlyMap<string, StandingRelease>> {
    await (this.#reading ??= this.#read().finally(() => {
      this.#reading = null;
    }));
    return this.#standing;
  }

  async #read(): Promise<void> {
    try {
      const fingerprint = await this.#store.registryFingerprint();
      if (fingerprint === this.#fingerprint) return;
      const reading = await this.#store.readRegistry();
      if (reading.status !== 'ok') return;
      this.#standing = await this.#of(reading.registry);
      this.#fingerprint = fingerprint;
    } catch {
      // The reader of current releases says what is wrong with the store; here the last known will do.
    }
  }

  async #of({ remotes }: Registry): Promise<ReadonlyMap<string, StandingRelease>> {
    const standing = new Map<string, StandingRelease>();
    for (const [name, remote] of Object.entries(remotes)) {
      if (remote.kind !== 'page-module' || remote.live === null) continue;
      const entries = remote.canary === null ? [] : await this.#moves(name);
      for (const release of pointedReleases(remote)) {
        const place = placeOf(remote, release);
        if (place === null) continue;
        const since = standingSince(remote, release, place, entries);
        standing.set(`${name}/${release}`, { counted: { name, release, ...(since !== null && { since }) }, place });
      }
    }
    return standing;
  }

  /** Without a log that can be read nobody knows when a canary began, and it is only counted. */
  async #moves(name: string): ReturnType<ReleaseStore['readLog']> {
    try {
      return await this.#store.readLog({ name, limit: movesToLookAt });
    } catch (error) {
      if (error instanceof LogUnreadableError) return [];
      throw error;
    }
  }
}
