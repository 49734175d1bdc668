import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import { parseDocument } from '../../model/json.ts';
import { emptyRegistry, type Registry } from '../../model/registry.ts';
import { RegistryUnreadableError, StoreUnavailableError } from '../../model/store-errors.ts';
import { parseRegistry } from '../registry-document.ts';
import type { RegistryReading } from '../release-store.ts';
import type { DiskCache } from './disk-cache.ts';
import { callFunction, HASTY, PATIENT, type Patience, type ReleaseProject } from './project-request.ts';

/** The minimum number of milliseconds between two requests for changes. */
const MIN_INTERVAL = 1000;

/** A registry older than this many milliseconds is not returned before a request for changes. */
const TRUSTED_FOR = 5000;

/** How long to wait for that request, in milliseconds, before returning the older registry. */
const MAX_WAIT = 1500;

/** The registry's key in the disk cache. */
const CACHE_KEY = 'registry';

const responseSchema = v.nullable(v.object({ fingerprint: v.string(), revision: v.number(), document: v.unknown() }));

const cachedSchema = v.object({ fingerprint: v.string(), document: v.unknown() });

/** A registry as it was read. */
interface Known {
  readonly fingerprint: string;
  readonly document: unknown;
}

/** Callbacks. */
interface RegistryListener {
  /** The store stopped responding, or responds again (null). */
  readonly availability: (error: StoreUnavailableError | null) => void;
  /** The registry was read for the first time, or changed. */
  readonly changed: (registry: Registry) => void;
}

/** The registry's row was removed by hand. */
const REMOVED: Known = { fingerprint: 'gone', document: undefined };

/**
 * The registry as it was last read, in memory and on disk, so that the site stays up while the store does not respond,
 * even after a restart. Moves use `current` instead.
 */
export class CachedRegistry {
  readonly #project: ReleaseProject;
  readonly #cache: DiskCache;
  readonly #listener: RegistryListener;
  #known: Known | null = null;
  /** Requests are numbered, so that the response to an older request cannot replace a newer one. */
  #lastRequest = 0;
  #lastResponse = 0;
  #requestedAt = -Infinity;
  #respondedAt = -Infinity;
  #requesting: Promise<void> | null = null;
  #failure: StoreUnavailableError | null = null;

  constructor(project: ReleaseProject, cache: DiskCache, listener: RegistryListener) {
    this.#project = project;
    this.#cache = cache;
    this.#listener = listener;
  }

  /** See ReleaseStore.registryFingerprint. @throws StoreUnavailableError only if no registry is cached */
  async fingerprint(): Promise<string> {
    if (performance.now() - this.#requestedAt >= MIN_INTERVAL) this.#requestOnce();
    const trusted = this.#known !== null && (this.#failure !== null || performance.now() - this.#respondedAt < TRUSTED_FOR);
    if (!trusted) await (this.#known === null ? this.#requesting : Promise.race([this.#requesting, pause(MAX_WAIT, null, { ref: false })]));
    return (await this.#knownOrCached()).fingerprint;
  }

  /** The current registry, or the cached one if the store does not respond. @throws StoreUnavailableError as above */
  async read(): Promise<RegistryReading> {
    const justFailed = this.#failure !== null && performance.now() - this.#requestedAt < MIN_INTERVAL;
    if (!justFailed) await this.#request(HASTY).catch(ignoreUnavailable);
    return readingOf((await this.#knownOrCached()).document);
  }

  /** The current registry, or the empty one before the first move. @throws StoreUnavailableError, RegistryUnreadableError */
  async current(): Promise<Registry> {
    await this.#request(PATIENT);
    const reading = readingOf((await this.#knownOrCached()).document);
    if (reading.status === 'malformed') throw new RegistryUnreadableError(reading.problem);
    return reading.status === 'missing' ? emptyRegistry : reading.registry;
  }

  #requestOnce(): void {
    this.#requesting ??= this.#request(HASTY)
      .catch(ignoreUnavailable)
      .finally(() => {
        this.#requesting = null;
      });
  }

  async #request(patience: Patience): Promise<void> {
    this.#lastRequest += 1;
    const request = this.#lastRequest;
    const before = this.#known;
    this.#requestedAt = performance.now();
    try {
      const response = await callFunction(this.#project, 'atrium_read_registry', { known: before?.fingerprint ?? null }, responseSchema, patience);
      if (request < this.#lastResponse) return;
      this.#lastResponse = request;
      this.#respondedAt = performance.now();
      this.#setFailure(null);
      if (response === null) this.#known = REMOVED;
      else if (response.fingerprint !== before?.fingerprint) await this.#remember(response);
      else this.#known = before;
    } catch (error) {
      if (error instanceof StoreUnavailableError) this.#setFailure(error);
      throw error;
    }
  }

  async #remember({ fingerprint, document }: Known): Promise<void> {
    this.#known = { fingerprint, document };
    const reading = readingOf(document);
    if (reading.status === 'ok') this.#listener.changed(reading.registry);
    await this.#cache.write(CACHE_KEY, Buffer.from(JSON.stringify(this.#known)));
  }

  /** The registry in memory, or on disk. */
  async #knownOrCached(): Promise<Known> {
    if (this.#known !== null) return this.#known;
    const text = await this.#cache.read(CACHE_KEY);
    const cached = text && parseDocument(cachedSchema, text.toString('utf8'));
    if (cached?.ok !== true) throw this.#failure ?? new StoreUnavailableError('it has not responded yet');
    // A response that arrived meanwhile is newer.
    this.#known ??= cached.value;
    return this.#known;
  }

  #setFailure(failure: StoreUnavailableError | null): void {
    const changed = (failure === null) !== (this.#failure === null);
    this.#failure = failure;
    if (changed) this.#listener.availability(failure);
  }
}

function readingOf(document: unknown): RegistryReading {
  if (document === undefined) return { status: 'malformed', problem: 'its row in atrium.registry is missing' };
  if (document === null) return { status: 'missing' };
  const parsed = parseRegistry(JSON.stringify(document));
  return parsed.ok ? { status: 'ok', registry: parsed.value.registry } : { status: 'malformed', problem: parsed.problem };
}

/** Ignores that the store does not respond: the cached registry is used then. */
function ignoreUnavailable(error: unknown): void {
  if (!(error instanceof StoreUnavailableError)) throw error;
}
