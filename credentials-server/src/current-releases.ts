import { isDeepStrictEqual } from 'node:util';
import type { PageFacts } from '@atrium/releases/page-facts';
import type { ReleaseStore } from '@atrium/releases/release-store';
import { resolveSite, type ResolutionProblem } from '@atrium/releases/resolve';
import type { LiveSite } from '@atrium/releases/live-site';
import type { FastifyBaseLogger } from 'fastify';
import type { UnavailableReason } from './messages.ts';

/** What the site is made of now, or why there is none. */
export type CurrentReleases =
  | {
      readonly site: LiveSite;
      readonly problems: readonly ResolutionProblem[];
      /** Why the site is served as it was last: what is live now cannot be found out. */
      readonly outdated?: UnavailableReason;
    }
  | { readonly site: null; readonly reason: UnavailableReason; readonly problems: readonly ResolutionProblem[] };

/** After this many milliseconds what went wrong is looked at again: a manifest may be back. */
const retryAfter = 1000;

interface Reading {
  readonly fingerprint: string;
  readonly startedAt: number;
  /** One for all requests that come while it lasts. */
  readonly current: Promise<CurrentReleases>;
}

/** What a look at the store came to. */
interface Findings {
  readonly current: CurrentReleases;
  /** What whoever runs the site should know of it. */
  readonly faults: readonly { readonly fault: object; readonly words: string }[];
}

/** Reads the store's registry when it changed, and gives what it resolves to. It never throws. */
export class CurrentReleasesReader {
  readonly #store: ReleaseStore;
  readonly #log: FastifyBaseLogger;
  /** The facts that each page module had last: they stand in for those of a manifest that cannot be read. */
  readonly #knownFacts = new Map<string, PageFacts>();
  #last: Reading | null = null;
  /** What the last look came to: the same again is given as the same object, and not said again. */
  #known: Findings | null = null;
  /** The last site that could be served: a registry that is damaged or gone takes no site down that this process knows. */
  #lastSite: Extract<CurrentReleases, { readonly site: LiveSite }> | null = null;
  /** Why the store could not be read when it was last asked; null if it could. */
  #unreadable: string | null = null;

  constructor(store: ReleaseStore, log: FastifyBaseLogger) {
    this.#store = store;
    this.#log = log;
  }

  /** The current releases: the same object as long as nothing changed. */
  async read(): Promise<CurrentReleases> {
    try {
      const fingerprint = await this.#store.registryFingerprint();
      const last = this.#last;
      if (last?.fingerprint === fingerprint && (Date.now() - last.startedAt < retryAfter || (await isSettled(last)))) {
        return await last.current;
      }
      return await this.#begin(fingerprint);
    } catch (err) {
      this.#last = null;
      return this.#unreadableBecause(err);
    }
  }

  async #begin(fingerprint: string): Promise<CurrentReleases> {
    const startedAt = Date.now();
    const current = this.#look().catch((err: unknown) => this.#unreadableBecause(err));
    this.#last = { fingerprint, startedAt, current };
    return current;
  }

  #unreadableBecause(err: unknown): CurrentReleases {
    this.#sayUnreadable(err);
    return this.#without({ site: null, reason: 'unreadable', problems: [] });
  }

  /** What stands in for a site that cannot be found out: the last one, if there was one. */
  #without(current: Extract<CurrentReleases, { readonly site: null }>): CurrentReleases {
    if (this.#lastSite === null) return current;
    if (this.#lastSite.outdated !== current.reason) this.#lastSite = { ...this.#lastSite, outdated: current.reason };
    return this.#lastSite;
  }

  #sayUnreadable(err: unknown): void {
    if (this.#unreadable !== String(err)) this.#log.error({ err }, 'the release store cannot be read');
    this.#unreadable = String(err);
  }

  async #look(): Promise<CurrentReleases> {
    const found = await this.#resolve();
    this.#unreadable = null;
    if (this.#known === null || !isDeepStrictEqual(this.#known, found)) {
      for (const { fault, words } of found.faults) this.#log.error(fault, words);
      this.#known = found;
    }
    const { current } = this.#known;
    if (current.site === null) return this.#without(current);
    this.#lastSite = current;
    return current;
  }

  async #resolve(): Promise<Findings> {
    const reading = await this.#store.readRegistry();
    if (reading.status !== 'ok') {
      const current = { site: null, reason: reading.status, problems: [] };
      return { current, faults: [{ fault: { reading }, words: this.#lastSite === null ? 'there is no usable registry' : 'there is no usable registry; the site is served as it was last' }] };
    }
    const { site, problems } = await resolveSite(
      reading.registry,
      async (name, release) => {
        const manifest = await this.#store.readManifest(name, release);
        if (manifest.status === 'ok' && manifest.manifest.kind === 'page-module') this.#knownFacts.set(name, manifest.manifest.facts);
        return manifest;
      },
      this.#knownFacts,
    );
    return {
      current: site === null ? { site, reason: 'shell', problems } : { site, problems },
      faults: problems.map((problem) => ({ fault: problem, words: 'a live release cannot be used' })),
    };
  }
}

/** Whether another look would find the same. */
async function isSettled(reading: Reading): Promise<boolean> {
  const current = await reading.current;
  return current.site !== null && current.outdated === undefined && current.problems.length === 0;
}
