import { recentMinutes, type FailedVisitor } from '@atrium/releases/health-book';
import type { Report } from '@atrium/releases/reports';
import { addressMarks } from './address-marks.ts';
import type { DailySalt } from './daily-salt.ts';
import { RecentOccurrences } from './recent-occurrences.ts';
import { ticketId, ticketLife } from './report-tickets.ts';
import type { StandingReleases } from './standing-releases.ts';
import { UnsentTallies } from './unsent-tallies.ts';

/** How many visitors told this server what of a release, since it started. */
export type ReportCounts = Readonly<Record<Report['kind'], number>>;

/**
 * At most this many visitors of one network count for a kind and a release within {@link recentMinutes}, so that one
 * network that opens many documents cannot outweigh all others. It is enough for a carrier that many visitors come from.
 */
const mostVisitorsOfNetwork = 20;

/**
 * Counts what tabs report: of releases that visitors can have now, each visitor once lately, with the ticket of a document,
 * and nothing else.
 */
export class ReportCounter {
  readonly unsent: UnsentTallies;
  readonly #standing: StandingReleases;
  readonly #salt: DailySalt;
  readonly #tickets: RecentOccurrences;
  readonly #visitors: RecentOccurrences;
  readonly #networks: RecentOccurrences;
  readonly #now: () => number;
  #counts: ReadonlyMap<string, ReportCounts> = new Map();
  #lastFailure = -Infinity;

  /** @param now milliseconds since 1970 */
  constructor(standing: StandingReleases, salt: DailySalt, now: () => number) {
    this.#standing = standing;
    this.#salt = salt;
    this.#now = now;
    this.#tickets = new RecentOccurrences(ticketLife, now);
    this.#visitors = new RecentOccurrences(recentMinutes * 60_000, now);
    this.#networks = new RecentOccurrences(recentMinutes * 60_000, now);
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

  /** Counts what a tab at an address reports, with the ticket that its browser has. */
  async count(reports: readonly Report[], address: string, ticket: string | null): Promise<void> {
    const standing = await this.#standing.read();
    const known = reports.filter(({ name, release }) => standing.has(`${name}/${release}`));
    if (known.length === 0) return;
    const salts = await this.#salt.read();
    const [newest] = salts;
    const id = ticketId(ticket, salts, address, this.#now());
    if (newest === undefined || id === null) return;
    const visitor = addressMarks(address, newest);
    const counts = new Map([...this.#counts].filter(([key]) => standing.has(key)));
    for (const { name, release, kind } of known) {
      const key = `${name}/${release}`;
      const counted = standing.get(key)?.counted;
      if (!counted || !this.#isNews(`${kind} ${key} ${counted.since ?? ''}`, id, visitor)) continue;
      this.unsent.count(counted, kind, visitor);
      if (kind === 'failed') this.#lastFailure = this.#now();
      const before = counts.get(key) ?? { shown: 0, failed: 0, error: 0 };
      counts.set(key, { ...before, [kind]: before[kind] + 1 });
    }
    this.#counts = counts;
  }

  /** Whether neither the ticket nor the visitor counted for this lately, nor too many others of the network. */
  #isNews(what: string, ticket: string, { visitor, network }: FailedVisitor): boolean {
    const isFirst = this.#tickets.note(ticket, what) === 1 && this.#visitors.note(visitor, what) === 1;
    return isFirst && this.#networks.note(network, what) <= mostVisitorsOfNetwork;
  }
}
