import { type FailedVisitor, RECENT_MINUTES } from '@atrium/releases/health';
import { releaseKey } from '@atrium/releases/model';
import type { Report } from '@atrium/releases/wire';
import { ReportBuffer, type CountedReport } from './report-buffer.ts';
import { ticketId, TICKET_LIFETIME_MS } from './tickets.ts';
import type { VisibleReleases } from './visible-releases.ts';
import { addressMarks, type DailySalt } from './visitor-marks.ts';

/** How many visitors reported what about a release, since this server started. */
type ReportCounts = Readonly<Record<CountedReport['kind'], number>>;

/** The counts of a release that nobody has reported. */
export const NO_REPORTS: ReportCounts = { shown: 0, failed: 0, error: 0, load: 0, input: 0 };

/**
 * At most this many visitors of one network count for a kind and a release within {@link RECENT_MINUTES}, so that one
 * network that opens many documents cannot outweigh all others. It is enough for a carrier that many visitors share.
 */
const MAX_VISITORS_PER_NETWORK = 20;

/** At most this many failures of a release are kept for one ticket: more say nothing new. */
const MAX_FAILURES_PER_TICKET = 5;

/**
 * Counts the reports of tabs: only those about visible releases and with a valid ticket, and each visitor once per
 * {@link RECENT_MINUTES}.
 */
export class ReportCounter {
  /** What the store has not received yet. */
  readonly buffer: ReportBuffer;
  readonly #visible: VisibleReleases;
  readonly #salt: DailySalt;
  readonly #tickets: RecentOccurrences;
  readonly #visitors: RecentOccurrences;
  readonly #networks: RecentOccurrences;
  readonly #now: () => number;
  #counts: ReadonlyMap<string, ReportCounts> = new Map();
  #lastFailure = -Infinity;

  /** @param now milliseconds since 1970 */
  constructor(visible: VisibleReleases, salt: DailySalt, now: () => number) {
    this.#visible = visible;
    this.#salt = salt;
    this.#now = now;
    this.#tickets = new RecentOccurrences(TICKET_LIFETIME_MS, now);
    this.#visitors = new RecentOccurrences(RECENT_MINUTES * 60_000, now);
    this.#networks = new RecentOccurrences(RECENT_MINUTES * 60_000, now);
    this.buffer = new ReportBuffer(now);
  }

  /** The time of the last reported failure, in milliseconds since 1970. */
  get lastFailure(): number {
    return this.#lastFailure;
  }

  /** By {@link releaseKey}, for visible releases. */
  get counts(): ReadonlyMap<string, ReportCounts> {
    return this.#counts;
  }

  /** Counts the reports of a tab at an IP address, with the ticket of its browser. */
  async count(reports: readonly Report[], address: string, ticket: string | undefined): Promise<void> {
    const visible = await this.#visible.read();
    const known = reports.filter(({ name, release }) => visible.has(releaseKey(name, release)));
    if (known.length === 0) return;
    const salts = await this.#salt.read();
    const [newest] = salts;
    const id = ticketId(ticket, salts, address, this.#now());
    if (newest === undefined || id === null) return;
    const visitor = addressMarks(address, newest);
    const counts = new Map([...this.#counts].filter(([key]) => visible.has(key)));
    for (const report of known) {
      const { name, release } = report;
      const key = releaseKey(name, release);
      const counted = visible.get(key)?.counted;
      if (!counted) continue;
      if (report.kind === 'failure') {
        if (this.#isWithinLimits(`failure ${key}`, id, visitor)) this.buffer.addFailure(report);
        continue;
      }
      if (!this.#isNew(`${report.kind} ${key} ${counted.since ?? ''}`, id, visitor)) continue;
      this.buffer.count(counted, report, visitor);
      if (report.kind === 'failed') this.#lastFailure = this.#now();
      const before = counts.get(key) ?? NO_REPORTS;
      counts.set(key, { ...before, [report.kind]: before[report.kind] + 1 });
    }
    this.#counts = counts;
  }

  /** Whether neither the ticket nor the visitor counted for this recently, nor too many others of the network. */
  #isNew(what: string, ticket: string, { visitor, network }: FailedVisitor): boolean {
    const isFirst = this.#tickets.count(ticket, what) === 1 && this.#visitors.count(visitor, what) === 1;
    return isFirst && this.#networks.count(network, what) <= MAX_VISITORS_PER_NETWORK;
  }

  /** Counts it, and returns whether the ticket and the network are within their limits. */
  #isWithinLimits(what: string, ticket: string, { network }: FailedVisitor): boolean {
    return this.#tickets.count(ticket, what) <= MAX_FAILURES_PER_TICKET && this.#networks.count(network, what) <= MAX_VISITORS_PER_NETWORK;
  }
}

/** Some ten thousand visitors within ten minutes. Further entries replace the oldest ones. */
const MAX_OCCURRENCES = 100_000;

/** Counts how often something recently happened for each visitor, ticket or network. */
export class RecentOccurrences {
  /** By who and what, in the order of the first occurrence. */
  readonly #occurrences = new Map<string, { readonly since: number; readonly times: number }>();
  /** Milliseconds. */
  readonly #window: number;
  /** Milliseconds since 1970. */
  readonly #now: () => number;

  /** @param window milliseconds after the first occurrence until it is forgotten */
  constructor(window: number, now: () => number) {
    this.#window = window;
    this.#now = now;
  }

  /** The number of entries in memory. */
  get size(): number {
    return this.#occurrences.size;
  }

  /** Counts an occurrence. Returns how many there were within the window, including this one. */
  count(who: string, what: string): number {
    const now = this.#now();
    for (const [key, { since }] of this.#occurrences) {
      if (since > now - this.#window && this.#occurrences.size < MAX_OCCURRENCES) break;
      this.#occurrences.delete(key);
    }
    const key = `${who} ${what}`;
    const { since, times } = this.#occurrences.get(key) ?? { since: now, times: 0 };
    this.#occurrences.set(key, { since, times: times + 1 });
    return times + 1;
  }
}
