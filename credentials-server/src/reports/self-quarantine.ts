import { recentMinutes } from '@atrium/releases/health-book';
import { isToBlame, latestMinutes, reasonOf, suspects, type Suspect } from '@atrium/releases/quarantine-rules';
import { registeredRemote, type Registry } from '@atrium/releases/registry';
import type { ReleaseStore } from '@atrium/releases/release-store';
import { movesToLookAt } from '@atrium/releases/release-place';
import { MoveRefusedError, RevisionMismatchError } from '@atrium/releases/store-errors';
import type { FastifyBaseLogger } from 'fastify';

/** In whose name a server moves by itself. */
const who = 'Atrium';

/** Finds releases that are to blame in what all servers were told, and puts them in quarantine. It keeps no state that decides anything. */
export class SelfQuarantine {
  readonly #store: ReleaseStore;
  readonly #log: FastifyBaseLogger;
  /** Milliseconds since 1970. */
  readonly #now: () => number;
  #made = 0;
  /** By `name/release`: the revision at which a quarantine was refused, and since when the release was counted. */
  readonly #refused = new Map<string, { readonly revision: number; readonly since: number }>();

  constructor(store: ReleaseStore, log: FastifyBaseLogger, now: () => number) {
    this.#store = store;
    this.#log = log;
    this.#now = now;
  }

  /** How many releases this server put in quarantine since it started. */
  get made(): number {
    return this.#made;
  }

  /** Whether a quarantine of a release (`name/release`) was refused. */
  wasRefused(key: string): boolean {
    return this.#refused.has(key);
  }

  /** Looks at what was told, and acts on it. @throws what the store throws, but for a move that was refused or came late */
  async look(): Promise<void> {
    const reading = await this.#store.readRegistry();
    if (reading.status !== 'ok') return;
    const { registry } = reading;
    this.#forgetReplaced(registry);
    const health = await this.#store.health.read();
    const latest = await this.#store.health.read(latestMinutes);
    for (const suspect of suspects(registry, health, latest)) {
      const { name, release, since } = suspect;
      const refused = this.#refused.get(`${name}/${release}`);
      if (refused?.revision === registry.revision && refused.since === since) continue;
      const moves = await this.#store.readLog({ name, limit: movesToLookAt });
      // The next one is judged by the registry that this move makes.
      if (isToBlame(suspect, moves, this.#now())) return this.#quarantine(suspect, registry.revision);
    }
  }

  async #quarantine(suspect: Suspect, revision: number): Promise<void> {
    const { name, release, place, since, recent, others } = suspect;
    const numbers = { remote: name, release, place, recent, others };
    try {
      const why = reasonOf(suspect, recentMinutes);
      const { entry } = await this.#store.move({ action: 'quarantine', name, release, expectedRevision: revision, who, why });
      if (entry === null) return;
      this.#made += 1;
      this.#log.warn({ ...numbers, live: entry.release, revision: entry.revision }, 'a release was put in quarantine');
    } catch (error) {
      // Somebody moved something, maybe this: the next look says.
      if (error instanceof RevisionMismatchError) return;
      if (!(error instanceof MoveRefusedError)) throw error;
      const key = `${name}/${release}`;
      if (this.#refused.get(key)?.since !== since) this.#log.error({ ...numbers, findings: error.findings }, 'a release should be in quarantine, and cannot');
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
