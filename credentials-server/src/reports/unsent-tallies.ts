import { mostInTally, mostOfNetwork, recentMinutes, type FailedVisitor, type Tally } from '@atrium/releases/health-book';
import type { Report } from '@atrium/releases/reports';

/** So many tallies wait at most while the store is away: a minute of a large site. The oldest are given up. */
const mostTallies = 500;

/** A release with the time from which on it is counted: see Tally. */
export type CountedRelease = Pick<Tally, 'name' | 'release' | 'since'>;

/** What this server was told and the store was not yet. */
export class UnsentTallies {
  #tallies = new Map<string, Tally>();
  /** Milliseconds since 1970. */
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** How many tallies wait. */
  get size(): number {
    return this.#tallies.size;
  }

  /** Counts a visitor once more. */
  count(release: CountedRelease, kind: Report['kind'], visitor: FailedVisitor): void {
    const minute = this.#minute();
    const key = `${release.name} ${release.release} ${release.since ?? ''} ${minute}`;
    const tally = this.#tallies.get(key) ?? { ...release, minute, shown: 0, failed: [], errors: 0 };
    this.#tallies.set(key, counted(tally, kind, visitor));
    this.#giveUpOldest();
  }

  /** Takes all that can still be told. */
  take(): readonly Tally[] {
    const taken = [...this.#tallies.values()].filter(({ minute }) => minute > this.#minute() - recentMinutes);
    this.#tallies = new Map();
    return taken;
  }

  /** Keeps what could not be told; what was counted meanwhile stands beside it. */
  putBack(tallies: readonly Tally[]): void {
    const since = [...this.#tallies.values()];
    // Keys that nothing is counted under any more, so that no tally grows beyond what the store takes.
    const kept = tallies.filter(({ minute }) => minute > this.#minute() - recentMinutes).map((tally, index): [string, Tally] => [`put back ${index}`, tally]);
    this.#tallies = new Map(kept);
    for (const tally of since) this.#tallies.set(`${tally.name} ${tally.release} ${tally.since ?? ''} ${tally.minute}`, tally);
    this.#giveUpOldest();
  }

  #giveUpOldest(): void {
    for (const key of this.#tallies.keys()) {
      if (this.#tallies.size <= mostTallies) return;
      this.#tallies.delete(key);
    }
  }

  #minute(): number {
    return Math.floor(this.#now() / 60_000);
  }
}

function counted(tally: Tally, kind: Report['kind'], visitor: FailedVisitor): Tally {
  switch (kind) {
    case 'shown':
      return { ...tally, shown: tally.shown + 1 };
    case 'error':
      return { ...tally, errors: tally.errors + 1 };
    case 'failed': {
      const ofNetwork = tally.failed.filter(({ network }) => network === visitor.network).length;
      const isNews = tally.failed.length < mostInTally && ofNetwork < mostOfNetwork;
      return isNews ? { ...tally, failed: [...tally.failed, visitor] } : tally;
    }
  }
}
