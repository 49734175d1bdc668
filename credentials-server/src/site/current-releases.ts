import { isDeepStrictEqual } from 'node:util';
import { resolveSite, type LiveSite, type ResolutionProblem } from '@atrium/releases/resolve';
import { moduleManifestOf, type ModuleManifest } from '@atrium/releases/model';
import type { ReleaseStore } from '@atrium/releases/stores';
import type { FastifyBaseLogger } from 'fastify';
import type { UnavailableReason } from '../config/messages.ts';

/** The live site, or why there is none. */
export type CurrentReleases =
  | {
      readonly site: LiveSite;
      readonly problems: readonly ResolutionProblem[];
      /** Set while the last known site is served: why the current one cannot be read. */
      readonly outdated?: UnavailableReason;
    }
  | { readonly site: null; readonly reason: UnavailableReason; readonly problems: readonly ResolutionProblem[] };

/** Milliseconds after which a site with problems is read again, because a missing manifest may be back. */
const RETRY_AFTER_MS = 1000;

interface Reading {
  readonly fingerprint: string;
  readonly startedAt: number;
  /** Shared by all requests that arrive during the reading. */
  readonly current: Promise<CurrentReleases>;
}

interface ResolvedRegistry {
  readonly current: CurrentReleases;
  /** What to log about it. */
  readonly faults: readonly { readonly details: object; readonly message: string }[];
}

/** Reads the store's registry whenever it has changed, and resolves it to the live site. It never throws. */
export class CurrentReleasesReader {
  readonly #store: ReleaseStore;
  readonly #log: FastifyBaseLogger;
  /** The last known manifest of each page module, for when its release manifest cannot be read. */
  readonly #knownManifests = new Map<string, ModuleManifest>();
  #reading: Reading | null = null;
  /** How many readings have started, and the highest number of those that have ended. */
  #started = 0;
  #newestEnded = 0;
  /** The last result: an equal one is not logged again, and callers get the same object. */
  #resolved: ResolvedRegistry | null = null;
  /** The last site that could be served. It stays in use while the registry is damaged or missing. */
  #lastSite: Extract<CurrentReleases, { readonly site: LiveSite }> | null = null;
  /** Why the last attempt to read the store failed; null if it succeeded. */
  #readError: string | null = null;

  constructor(store: ReleaseStore, log: FastifyBaseLogger) {
    this.#store = store;
    this.#log = log;
  }

  /** The current releases: the same object as long as nothing changed. */
  async read(): Promise<CurrentReleases> {
    try {
      const fingerprint = await this.#store.registryFingerprint();
      const last = this.#reading;
      if (last?.fingerprint === fingerprint && (performance.now() - last.startedAt < RETRY_AFTER_MS || (await isComplete(last)))) {
        return await last.current;
      }
      const current = this.#readRegistry((this.#started += 1)).catch((err: unknown) => this.#handleReadError(err));
      this.#reading = { fingerprint, startedAt: performance.now(), current };
      return await current;
    } catch (err) {
      this.#reading = null;
      return this.#handleReadError(err);
    }
  }

  async #readRegistry(number: number): Promise<CurrentReleases> {
    const resolved = await this.#resolveRegistry();
    this.#readError = null;
    // A newer reading may have ended first. Its result stays.
    const isNewest = number > this.#newestEnded;
    this.#newestEnded = Math.max(this.#newestEnded, number);
    if (this.#resolved === null || (isNewest && !isDeepStrictEqual(this.#resolved, resolved))) {
      for (const { details, message } of resolved.faults) this.#log.error(details, message);
      this.#resolved = resolved;
    }
    const { current } = this.#resolved;
    if (current.site === null) return this.#lastSiteInsteadOf(current);
    this.#lastSite = current;
    return current;
  }

  async #resolveRegistry(): Promise<ResolvedRegistry> {
    const reading = await this.#store.readRegistry();
    if (reading.status !== 'ok') {
      const current = { site: null, reason: reading.status, problems: [] };
      const message = this.#lastSite === null ? 'there is no usable registry' : 'there is no usable registry; the last known site is served';
      return { current, faults: [{ details: { reading }, message }] };
    }
    const { site, problems } = await resolveSite(
      reading.registry,
      async (name, release) => {
        const manifest = await this.#store.readManifest(name, release);
        const moduleManifest = moduleManifestOf(manifest);
        // The previous release of a module may have other paths.
        if (moduleManifest !== null && reading.registry.remotes[name]?.live === release) this.#knownManifests.set(name, moduleManifest);
        return manifest;
      },
      this.#knownManifests,
    );
    return {
      current: site === null ? { site, reason: 'shell', problems } : { site, problems },
      faults: problems.map((problem) => ({ details: problem, message: 'a live release cannot be used' })),
    };
  }

  #handleReadError(err: unknown): CurrentReleases {
    if (this.#readError !== String(err)) this.#log.error({ err }, 'the release store cannot be read');
    this.#readError = String(err);
    return this.#lastSiteInsteadOf({ site: null, reason: 'unreadable', problems: [] });
  }

  #lastSiteInsteadOf(current: Extract<CurrentReleases, { readonly site: null }>): CurrentReleases {
    if (this.#lastSite === null) return current;
    if (this.#lastSite.outdated !== current.reason) this.#lastSite = { ...this.#lastSite, outdated: current.reason };
    return this.#lastSite;
  }
}

/** Whether reading the same registry again would give the same result. */
async function isComplete(reading: Reading): Promise<boolean> {
  const current = await reading.current;
  return current.site !== null && current.outdated === undefined && current.problems.length === 0;
}
