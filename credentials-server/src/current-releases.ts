import type { ReleaseSet } from '@atrium/releases/release-set';
import type { ReleaseStore } from '@atrium/releases/release-store';
import { resolveReleaseSet, type ResolutionProblem } from '@atrium/releases/resolve';
import type { FastifyBaseLogger } from 'fastify';
import type { UnavailableReason } from './messages.ts';

/** The releases that a tab would get now, or why there are none. */
export type CurrentReleases =
  | { readonly releaseSet: ReleaseSet; readonly problems: readonly ResolutionProblem[] }
  | { readonly releaseSet: null; readonly reason: UnavailableReason; readonly problems: readonly ResolutionProblem[] };

/** After this many milliseconds what went wrong is looked at again: a manifest may be back. */
const retryAfter = 1000;

interface Reading {
  readonly fingerprint: string;
  readonly startedAt: number;
  /** One for all requests that come while it lasts. */
  readonly current: Promise<CurrentReleases>;
}

/** Reads the store's registry when it changed, and gives what it resolves to. It never throws. */
export class CurrentReleasesReader {
  readonly #store: ReleaseStore;
  readonly #log: FastifyBaseLogger;
  #last: Reading | null = null;

  constructor(store: ReleaseStore, log: FastifyBaseLogger) {
    this.#store = store;
    this.#log = log;
  }

  /** The current releases: the same object as long as nothing changed. */
  async read(): Promise<CurrentReleases> {
    try {
      const fingerprint = await this.#store.registryFingerprint();
      const last = this.#last;
      if (last?.fingerprint === fingerprint && (Date.now() - last.startedAt < retryAfter || isWhole(await last.current))) {
        return await last.current;
      }
      const reading = { fingerprint, startedAt: Date.now(), current: this.#resolve() };
      this.#last = reading;
      return await reading.current;
    } catch (err) {
      this.#last = null;
      this.#log.error({ err }, 'the release store cannot be read');
      return { releaseSet: null, reason: 'unreadable', problems: [] };
    }
  }

  async #resolve(): Promise<CurrentReleases> {
    const reading = await this.#store.readRegistry();
    if (reading.status !== 'ok') {
      this.#log.error({ reading }, 'there is no usable registry');
      return { releaseSet: null, reason: reading.status, problems: [] };
    }
    const { releaseSet, problems } = await resolveReleaseSet(
      reading.registry,
      this.#store.readManifest.bind(this.#store),
    );
    for (const problem of problems) this.#log.error(problem, 'a live release cannot be used');
    if (releaseSet !== null) return { releaseSet, problems };
    return { releaseSet: null, reason: 'shell', problems };
  }
}

function isWhole(current: CurrentReleases): boolean {
  return current.releaseSet !== null && current.problems.length === 0;
}
