import * as v from 'valibot';
import type { FailureReport } from '../wire/failure-report.ts';
import { identityEntries } from '../model/identity.ts';
import { timingSchema } from '../model/timings.ts';

/** The length of the recent period, in minutes. */
export const RECENT_MINUTES = 10;

/** The maximum number of failed visitors that one network can add, so that a single network cannot look like a crowd. */
export const MAX_PER_NETWORK = 3;

/** The maximum number of failed visitors in one tally. A server sends tallies every few seconds, so more are not needed. */
export const MAX_IN_TALLY = 200;

/** How many failure reports are kept: the latest ones of each release, for a week, because people report what they saw days later. */
export const FAILURE_REPORTS_KEPT = { ofRelease: 50, days: 7 } as const;

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const mark = v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/));

/** A visitor for whom a release failed. The marks distinguish visitors and networks for some minutes and identify no one. */
export const failedVisitorSchema = v.strictObject({ visitor: mark, network: mark });

/**
 * When visitors began to get a release, in milliseconds since 1970. Omitted if unknown, and for a fallback. Making a
 * release live again restarts its counts.
 */
const since = v.exactOptional(count);

/** The reports about one release that one server received within one minute. Each visitor counts once. */
const tallySchema = v.strictObject({
  ...identityEntries,
  since,
  /** Minutes since 1970. */
  minute: count,
  /** Visitors who saw one of its pages. */
  shown: count,
  failed: v.pipe(v.array(failedVisitorSchema), v.maxLength(MAX_IN_TALLY)),
  /** Visitors for whom a page failed after it had worked. */
  errors: count,
  timings: v.array(timingSchema),
});

/** See {@link failedVisitorSchema}. */
export type FailedVisitor = v.InferOutput<typeof failedVisitorSchema>;

/** See {@link tallySchema}. */
export type Tally = v.InferOutput<typeof tallySchema>;

/** The counts of a period. A visitor who returns after {@link RECENT_MINUTES} counts again. */
export const countsSchema = v.strictObject({
  shown: count,
  /** Visitors for whom it failed, at most {@link MAX_PER_NETWORK} of one network. */
  failed: count,
  /** The networks of these visitors. */
  networks: count,
  errors: count,
});

/** The reports about one release that all servers received. */
export const releaseHealthSchema = v.strictObject({
  ...identityEntries,
  since,
  /** Within the last {@link RECENT_MINUTES}. */
  recent: countsSchema,
  /** Today and yesterday (UTC), but not before `since`. */
  all: countsSchema,
});

/** How long visitors waited for one release, by the reports of the same days as `all` of {@link releaseHealthSchema}. */
export const releaseTimingsSchema = v.strictObject({ ...identityEntries, timings: v.array(timingSchema) });

/** See {@link countsSchema}. */
export type Counts = v.InferOutput<typeof countsSchema>;

/** See {@link releaseHealthSchema}. */
export type ReleaseHealth = v.InferOutput<typeof releaseHealthSchema>;

/** See {@link releaseTimingsSchema}. */
export type ReleaseTimings = v.InferOutput<typeof releaseTimingsSchema>;

/**
 * How releases perform, by the reports of tabs, shared by all servers with the same store. It keeps counts for two days,
 * and marks of failed visitors for {@link RECENT_MINUTES}: the next call of `add` removes older marks.
 */
export interface HealthBook {
  /** The secret for marks of visitors. All servers share it, and it changes each day (UTC). */
  salt(): Promise<string>;
  /**
   * Adds the reports since the last call. Tallies older than {@link RECENT_MINUTES}, or from before the stored `since`, are
   * ignored. A later `since` than the stored one restarts the counts of the release.
   */
  add(tallies: readonly Tally[]): Promise<void>;
  /**
   * Reads the counts of each release.
   *
   * @param minutes the length of the recent period, at most {@link RECENT_MINUTES}
   */
  read(minutes?: number): Promise<readonly ReleaseHealth[]>;
  /**
   * Reads how long visitors waited for each release. Apart from the counts, which older servers and commands share with this
   * version, and which alone decide whether a release fails.
   */
  timings(): Promise<readonly ReleaseTimings[]>;
  /** Keeps failures that visitors met, within {@link FAILURE_REPORTS_KEPT}. They decide nothing. */
  addFailures(reports: readonly FailureReport[]): Promise<void>;
  /** Reads the kept failures, the latest first. */
  failures(): Promise<readonly FailureReport[]>;
}
