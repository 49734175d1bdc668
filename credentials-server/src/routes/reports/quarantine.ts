import { LATEST_MINUTES, MAX_INSPECTED_MOVES, reasonOf, RECENT_MINUTES, shouldQuarantine, suspects, type Suspect } from '@atrium/releases/health';
import { registeredRemote, releaseKey, type Registry } from '@atrium/releases/model';
import { MoveRefusedError, RevisionMismatchError, type ReleaseStore } from '@atrium/releases/stores';
import type { FastifyBaseLogger } from 'fastify';
import type { Alerts } from '../../site/alerts.ts';

/** The name in the history for moves that the server makes itself. */
const SERVER_NAME = 'Atrium';

/** Options of {@link SelfQuarantine}. */
interface SelfQuarantineOptions {
  readonly store: ReleaseStore;
  readonly log: FastifyBaseLogger;
  readonly alerts: Alerts | null;
  /** Whether failing releases are put in quarantine. Otherwise they are only alerts. */
  readonly acts: boolean;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Finds failing releases in the reports that all servers stored, and puts them in quarantine. It decides by the store's data alone. */
export class SelfQuarantine {
  readonly #store: ReleaseStore;
  readonly #log: FastifyBaseLogger;
  readonly #alerts: Alerts | null;
  readonly #acts: boolean;
  readonly #now: () => number;
  #count = 0;
  /** By {@link releaseKey}: the revision at which a quarantine was refused, and since when the release is counted. */
  readonly #refused = new Map<string, { readonly revision: number; readonly since: number }>();

  constructor({ store, log, alerts, acts, now }: SelfQuarantineOptions) {
    this.#store = store;
    this.#log = log;
    this.#alerts = alerts;
    this.#acts = acts;
    this.#now = now;
  }

  /** How many releases this server has put in quarantine since it started. */
  get count(): number {
    return this.#count;
  }

  /** Whether the quarantine of a release (by {@link releaseKey}) was refused. */
  wasRefused(key: string): boolean {
    return this.#refused.has(key);
  }

  /** Checks the stored reports, and puts at most one release in quarantine. @throws errors of the store, except for a refused or outdated move */
  async check(): Promise<void> {
    if (!this.#acts && this.#alerts === null) return;
    const reading = await this.#store.readRegistry();
    if (reading.status !== 'ok') return;
    const { registry } = reading;
    this.#forgetReplaced(registry);
    const health = await this.#store.health.read();
    const latest = await this.#store.health.read(LATEST_MINUTES);
    for (const suspect of suspects(registry, health, latest)) {
      const { name, release, since } = suspect;
      const refused = this.#refused.get(releaseKey(name, release));
      if (refused?.revision !== registry.revision || refused.since !== since) {
        const moves = this.#acts ? await this.#store.readLog({ name, limit: MAX_INSPECTED_MOVES }) : [];
        // Another server was faster.
        if ((moves[0]?.revision ?? 0) > registry.revision) return;
        // This move changes the registry, by which the next suspect is judged in the next check.
        if (this.#acts && shouldQuarantine(suspect, moves, this.#now())) return this.#quarantine(suspect, registry.revision);
      }
      const reason = reasonOf(suspect, RECENT_MINUTES);
      this.#alerts?.failing({ ...suspect, reason: refused?.since === since ? `${reason}. Nothing can replace it.` : reason });
    }
  }

  async #quarantine(suspect: Suspect, revision: number): Promise<void> {
    const { name, release, place, since, recent, others } = suspect;
    const numbers = { remote: name, release, place, recent, others };
    try {
      const why = reasonOf(suspect, RECENT_MINUTES);
      const { entry } = await this.#store.move({ action: 'quarantine', name, release, expectedRevision: revision, who: SERVER_NAME, why });
      if (entry === null) return;
      this.#count += 1;
      this.#alerts?.moved(entry);
      this.#log.warn({ ...numbers, live: entry.release, revision: entry.revision }, 'a release was put in quarantine');
    } catch (error) {
      // The registry has changed, maybe by the same move of another server: the next check will find out.
      if (error instanceof RevisionMismatchError) return;
      if (!(error instanceof MoveRefusedError)) throw error;
      const key = releaseKey(name, release);
      if (this.#refused.get(key)?.since !== since) this.#log.error({ ...numbers, findings: error.findings }, 'a release should be in quarantine, but nothing can replace it');
      this.#refused.set(key, { revision, since });
    }
  }

  #forgetReplaced(registry: Registry): void {
    for (const key of this.#refused.keys()) {
      const [name = '', release] = key.split('/');
      const remote = registeredRemote(registry, name);
      if (remote?.live !== release && remote?.canary?.release !== release) this.#refused.delete(key);
    }
  }
}
