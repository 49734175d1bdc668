import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import { parseDocument } from '../../model/json.ts';
import { emptyRegistry, type Registry } from '../../model/registry.ts';
import { RegistryUnreadableError, StoreAwayError } from '../../model/store-errors.ts';
import { parseRegistry } from '../registry-document.ts';
import type { RegistryReading } from '../release-store.ts';
import type { DiskCache } from './disk-cache.ts';
import { callFunction, hasty, patient, type Patience, type ReleaseProject } from './project-request.ts';

/** Milliseconds between two questions whether the registry changed, however many ask here. */
const askEvery = 1000;

/** What is known for longer than this many milliseconds is not given without asking: nobody had asked here for a while. */
const trustedFor = 5000;

/** Milliseconds that whoever asks then waits for the answer before they get what is known. */
const waitFor = 1500;

/** Where the disk cache has what was read last. */
const cacheKey = 'registry';

const answerSchema = v.nullable(v.object({ fingerprint: v.string(), revision: v.number(), document: v.unknown() }));

const keptSchema = v.object({ fingerprint: v.string(), document: v.unknown() });

/** A registry as it was read, or read and kept before. */
interface Known {
  readonly fingerprint: string;
  readonly document: unknown;
}

/** Who is told what. */
export interface RegistryNews {
  /** The store went away, or came back (null). */
  readonly away: (trouble: StoreAwayError | null) => void;
  /** There is another registry than before, or a first one. */
  readonly changed: (registry: Registry) => void;
}

/** What there is when the row of the registry was removed by hand. */
const gone: Known = { fingerprint: 'gone', document: undefined };

/**
 * The registry as it was last read, in memory and on the disk, so that the site stays up while the store is away, also
 * through a restart. Moves never rest on it: see `current`.
 */
export class KnownRegistry {
  readonly #project: ReleaseProject;
  readonly #cache: DiskCache;
  readonly #news: RegistryNews;
  #known: Known | null = null;
  /** Questions get rising numbers: an answer that was overtaken by a younger one is dropped. */
  #lastQuestion = 0;
  #lastAnswered = 0;
  #askedAt = -Infinity;
  #answeredAt = -Infinity;
  #asking: Promise<void> | null = null;
  #away: StoreAwayError | null = null;

  constructor(project: ReleaseProject, cache: DiskCache, news: RegistryNews) {
    this.#project = project;
    this.#cache = cache;
    this.#news = news;
  }

  /** See ReleaseStore.registryFingerprint. @throws StoreAwayError only if nothing is known from before */
  async fingerprint(): Promise<string> {
    if (Date.now() - this.#askedAt >= askEvery) this.#askOnce();
    const trusted = this.#known !== null && (this.#away !== null || Date.now() - this.#answeredAt < trustedFor);
    if (!trusted) await (this.#known === null ? this.#asking : Promise.race([this.#asking, pause(waitFor, null, { ref: false })]));
    return (await this.#knownOrKept()).fingerprint;
  }

  /** The registry as it is now, or as it was last known where the store is away. @throws StoreAwayError as above */
  async read(): Promise<RegistryReading> {
    const justFailed = this.#away !== null && Date.now() - this.#askedAt < askEvery;
    if (!justFailed) await this.#ask(hasty).catch(onlyAway);
    return readingOf((await this.#knownOrKept()).document);
  }

  /** The registry as it is now; the empty one where there was none yet. @throws StoreAwayError, RegistryUnreadableError */
  async current(): Promise<Registry> {
    await this.#ask(patient);
    const reading = readingOf((await this.#knownOrKept()).document);
    if (reading.status === 'malformed') throw new RegistryUnreadableError(reading.problem);
    return reading.status === 'missing' ? emptyRegistry : reading.registry;
  }

  #askOnce(): void {
    this.#asking ??= this.#ask(hasty)
      .catch(onlyAway)
      .finally(() => {
        this.#asking = null;
      });
  }

  async #ask(patience: Patience): Promise<void> {
    this.#lastQuestion += 1;
    const question = this.#lastQuestion;
    const before = this.#known;
    this.#askedAt = Date.now();
    try {
      const answer = await callFunction(this.#project, 'atrium_read_registry', { known: before?.fingerprint ?? null }, answerSchema, patience);
      if (question < this.#lastAnswered) return;
      this.#lastAnswered = question;
      this.#answeredAt = Date.now();
      this.#setAway(null);
      if (answer === null) this.#known = gone;
      else if (answer.fingerprint !== before?.fingerprint) await this.#keep(answer);
      else this.#known = before;
    } catch (error) {
      if (error instanceof StoreAwayError) this.#setAway(error);
      throw error;
    }
  }

  async #keep({ fingerprint, document }: Known): Promise<void> {
    this.#known = { fingerprint, document };
    const reading = readingOf(document);
    if (reading.status === 'ok') this.#news.changed(reading.registry);
    await this.#cache.write(cacheKey, Buffer.from(JSON.stringify(this.#known)));
  }

  /** What is known, or what this or another process kept. */
  async #knownOrKept(): Promise<Known> {
    if (this.#known !== null) return this.#known;
    const text = await this.#cache.read(cacheKey);
    const kept = text && parseDocument(keptSchema, text.toString('utf8'));
    if (kept?.ok !== true) throw this.#away ?? new StoreAwayError('it did not answer yet');
    // An answer that came meanwhile is younger.
    this.#known ??= kept.value;
    return this.#known;
  }

  #setAway(away: StoreAwayError | null): void {
    const changed = (away === null) !== (this.#away === null);
    this.#away = away;
    if (changed) this.#news.away(away);
  }
}

function readingOf(document: unknown): RegistryReading {
  if (document === undefined) return { status: 'malformed', problem: 'its row in atrium.registry is gone' };
  if (document === null) return { status: 'missing' };
  const parsed = parseRegistry(JSON.stringify(document));
  return parsed.ok ? { status: 'ok', registry: parsed.value.registry } : { status: 'malformed', problem: parsed.problem };
}

/** What is known is given then. */
function onlyAway(error: unknown): void {
  if (!(error instanceof StoreAwayError)) throw error;
}
