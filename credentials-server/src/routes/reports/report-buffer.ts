import { type FailedVisitor, MAX_IN_TALLY, MAX_PER_NETWORK, RECENT_MINUTES, type Tally } from '@atrium/releases/health';
import { timingOf, withTimings } from '@atrium/releases/model';
import type { FailureReport, Report } from '@atrium/releases/wire';

/** A minute of a large site. While the store is unavailable, further tallies replace the oldest ones. */
const MAX_TALLIES = 500;

/** More failures are only counted. */
const MAX_FAILURES = 200;

/** What the reports of tabs about failures contain besides the counts. */
export type FailureDetails = Extract<Report, { readonly kind: 'failure' }>;

/** What the reports of tabs count. */
export type CountedReport = Exclude<Report, FailureDetails>;

/** A release with the time since which it is counted: see Tally. */
export type CountedRelease = Pick<Tally, 'name' | 'release' | 'since'>;

/** Counted reports that the store has not received yet, in one tally per release and minute. */
export class ReportBuffer {
  #tallies = new Map<string, Tally>();
  readonly #failures: FailureReport[] = [];
  /** Milliseconds since 1970. */
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The number of tallies. */
  get size(): number {
    return this.#tallies.size;
  }

  /** Counts one visitor. */
  count(release: CountedRelease, report: CountedReport, visitor: FailedVisitor): void {
    const key = keyOf({ ...release, minute: this.#minute() });
    const tally = this.#tallies.get(key) ?? { ...release, minute: this.#minute(), shown: 0, failed: [], errors: 0, timings: [] };
    this.#tallies.set(key, addToTally(tally, report, visitor));
    this.#dropOldest();
  }

  /** Keeps what a visitor's tab reports about a failure. */
  addFailure({ kind: _kind, ...details }: FailureDetails): void {
    if (this.#failures.length < MAX_FAILURES) this.#failures.push({ ...details, minute: this.#minute() });
  }

  /** Returns the failures since the last call. */
  takeFailures(): readonly FailureReport[] {
    return this.#failures.splice(0);
  }

  /** Empties the buffer, and returns the tallies that are recent enough to be sent. */
  take(): readonly Tally[] {
    const taken = [...this.#tallies.values()].filter((tally) => this.#isRecent(tally));
    this.#tallies = new Map();
    return taken;
  }

  /** Returns tallies that could not be sent to the buffer, before those that were counted in the meantime. */
  putBack(tallies: readonly Tally[]): void {
    const newer = this.#tallies;
    // Under keys of their own, so that nothing is added to them: the store accepts tallies of a limited size.
    this.#tallies = new Map(tallies.filter((tally) => this.#isRecent(tally)).map((tally, index) => [`put back ${index}`, tally]));
    for (const tally of newer.values()) this.#tallies.set(keyOf(tally), tally);
    this.#dropOldest();
  }

  #dropOldest(): void {
    for (const key of this.#tallies.keys()) {
      if (this.#tallies.size <= MAX_TALLIES) return;
      this.#tallies.delete(key);
    }
  }

  #isRecent({ minute }: Tally): boolean {
    return minute > this.#minute() - RECENT_MINUTES;
  }

  #minute(): number {
    return Math.floor(this.#now() / 60_000);
  }
}

function keyOf({ name, release, since, minute }: Pick<Tally, 'name' | 'release' | 'since' | 'minute'>): string {
  return `${name} ${release} ${since ?? ''} ${minute}`;
}

function addToTally(tally: Tally, report: CountedReport, visitor: FailedVisitor): Tally {
  switch (report.kind) {
    case 'shown':
      return { ...tally, shown: tally.shown + 1 };
    case 'error':
      return { ...tally, errors: tally.errors + 1 };
    case 'failed': {
      const fromNetwork = tally.failed.filter(({ network }) => network === visitor.network).length;
      const hasSpace = tally.failed.length < MAX_IN_TALLY && fromNetwork < MAX_PER_NETWORK;
      return hasSpace ? { ...tally, failed: [...tally.failed, visitor] } : tally;
    }
    case 'load':
    case 'input':
      return { ...tally, timings: withTimings(tally.timings, [timingOf(report.kind, report.ms)]) };
  }
}
