import type { Report } from '@atrium/releases/report-wire';
import type { AddressMarks } from './address-marks.ts';
import { MetVisitors } from './met-visitors.ts';
import type { StandingReleases } from './standing-releases.ts';
import { UnsentTallies } from './unsent-tallies.ts';

/** How many visitors told this server what of a release, since it started. */
export type ReportCounts = Readonly<Record<Report['kind'], number>>;

/** Counts what tabs report: of releases that visitors can have now, each visitor once lately, and nothing else. */
export class ReportCounter {
  readonly unsent: UnsentTallies;
  readonly #standing: StandingReleases;
  readonly #marks: AddressMarks;
  readonly #met: MetVisitors;
  readonly #now: () => number;
  #counts: ReadonlyMap<string, ReportCounts> = new Map();
  #lastFailure = -Infinity;

  /** @param now milliseconds since 1970 */
  constructor(standing: StandingReleases, marks: AddressMarks, now: () => number) {
    this.#standing = standing;
    this.#marks = marks;
    this.#now = now;
    this.#met = new MetVisitors(now);
    this.unsent = new UnsentTallies(now);
  }

  /** When somebody last told of a failure, in milliseconds since 1970. */
  get lastFailure(): number {
    return this.#lastFailure;
  }

  /** By `name/release`, of releases that were not replaced since. */
  get counts(): ReadonlyMap<string, ReportCounts> {
    return this.#counts;
  }

  /** Counts what somebody at an address reports. */
  async count(reports: readonly Report[], address: string): Promise<void> {
    const standing = await this.#standing.read();
    const known = reports.filter(({ name, release }) => standing.has(`${name}/${release}`));
    const visitor = known.length === 0 ? null : await this.#marks.of(address);
    if (visitor === null) return;
    const counts = new Map([...this.#counts].filter(([key]) => standing.has(key)));
    for (const { name, release, kind } of known) {
      const key = `${name}/${release}`;
      const counted = standing.get(key)?.counted;
      if (!counted || !this.#met.isFirst(visitor.visitor, `${kind} ${key} ${counted.since ?? ''}`)) continue;
      this.unsent.count(counted, kind, visitor);
      if (kind === 'failed') this.#lastFailure = this.#now();
      const before = counts.get(key) ?? { shown: 0, failed: 0, error: 0 };
      counts.set(key, { ...before, [kind]: before[kind] + 1 });
    }
    this.#counts = counts;
  }
}
