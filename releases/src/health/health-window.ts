import * as v from 'valibot';
import { identityEntries } from '../model/identity.ts';
import { timingSchema, withTimings } from '../model/timings.ts';
import {
  failedVisitorSchema,
  MAX_PER_NETWORK,
  RECENT_MINUTES,
  countsSchema,
  type Counts,
  type ReleaseHealth,
  type ReleaseTimings,
  type Tally,
} from './health-book.ts';

/**
 * The maximum number of failed visitors to recognise; more are only counted. At that point they come from a hundred
 * networks, so counting a few twice does not matter.
 */
export const MAX_MARKS = 300;

/** The number of days with counts: today and yesterday, so that there is always a whole day. */
export const DAYS_KEPT = 2;

const MINUTES_PER_DAY = 24 * 60;

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** The stored counts of a release. The tables of `…_atrium_release_health.sql` have the same data for a project. */
export const healthWindowSchema = v.strictObject({
  ...identityEntries,
  /** See ReleaseHealth; null if unknown. */
  since: v.nullable(count),
  /** When its last tally arrived, in minutes since 1970. */
  lastReportMinute: count,
  /** `beyond` counts the failed visitors above the limit of `failed`. */
  minutes: v.array(v.strictObject({ minute: count, shown: count, errors: count, beyond: count })),
  /** Failed visitors with the minute of their last report, at most {@link MAX_PER_NETWORK} of one network. */
  failed: v.pipe(v.array(v.strictObject({ ...failedVisitorSchema.entries, minute: count })), v.maxLength(MAX_MARKS)),
  /** `day` is the number of days since 1970. */
  days: v.array(v.strictObject({ day: count, ...countsSchema.entries })),
});

/** The stored timings of a release, which restart with its counts. The table of `…_atrium_release_timings.sql` has the same data. */
export const timingWindowSchema = v.strictObject({
  ...identityEntries,
  since: healthWindowSchema.entries.since,
  timings: v.array(v.strictObject({ day: count, ...timingSchema.entries })),
});

/** See {@link healthWindowSchema}. */
export type HealthWindow = v.InferOutput<typeof healthWindowSchema>;

/** See {@link timingWindowSchema}. */
export type TimingWindow = v.InferOutput<typeof timingWindowSchema>;

/** Whether a tally is too old, or from before the stored `since`. */
function isOutdated({ minute, since }: Tally, stored: Pick<HealthWindow, 'since'> | null, now: number): boolean {
  return minute <= now - RECENT_MINUTES || (since !== undefined && typeof stored?.since === 'number' && since < stored.since);
}

/** The stored counts to continue, or null if a later `since` restarts them. */
function continued<Stored extends Pick<HealthWindow, 'since'>>({ since }: Tally, stored: Stored | null): Stored | null {
  return since === undefined || since === stored?.since ? stored : null;
}

/**
 * Adds a tally. An outdated tally changes nothing.
 *
 * @param now minutes since 1970
 */
export function withTally(stored: HealthWindow | null, tally: Tally, now: number): HealthWindow | null {
  if (isOutdated(tally, stored, now)) return stored;
  const { name, release, since = null } = tally;
  const minute = Math.min(tally.minute, now);
  const kept = continued(tally, stored);
  const before = kept === null ? { name, release, since, lastReportMinute: now, minutes: [], failed: [], days: [] } : withoutOld(kept, now);
  const { failed, counted, networks, beyond } = withFailed(before.failed, tally, minute);
  const { shown, errors } = tally;
  const day = Math.floor(now / MINUTES_PER_DAY);
  return {
    ...before,
    lastReportMinute: now,
    failed,
    minutes: withRow(before.minutes, { minute, shown, errors, beyond }, 'minute'),
    days: withRow(before.days, { day, shown, errors, failed: counted, networks }, 'day'),
  };
}

/** Adds the timings of a tally, like {@link withTally}. */
export function withTallyTimings(stored: TimingWindow | null, tally: Tally, now: number): TimingWindow | null {
  if (isOutdated(tally, stored, now)) return stored;
  const { name, release, since = null } = tally;
  const day = Math.floor(now / MINUTES_PER_DAY);
  const before = continued(tally, stored) ?? { name, release, since, timings: [] };
  const added = tally.timings.map((timing) => ({ day, ...timing }));
  return { ...before, timings: withTimings(before.timings, added, (one, other) => one.day === other.day) };
}

/** Drops minutes, marks and days that are too old. */
export function withoutOld(stored: HealthWindow, now: number, recent = RECENT_MINUTES): HealthWindow {
  const isRecent = ({ minute }: { readonly minute: number }) => minute > now - recent;
  return {
    ...stored,
    minutes: stored.minutes.filter(isRecent),
    failed: stored.failed.filter(isRecent),
    days: keptDays(stored.days, now),
  };
}

/** Drops timings that are too old. */
export function withoutOldTimings(stored: TimingWindow, now: number): TimingWindow {
  return { ...stored, timings: keptDays(stored.timings, now) };
}

function keptDays<Row extends { readonly day: number }>(rows: readonly Row[], now: number): Row[] {
  return rows.filter(({ day }) => day > Math.floor(now / MINUTES_PER_DAY) - DAYS_KEPT);
}

/** Sums up the window. */
export function healthOf(stored: HealthWindow, now: number, wanted = RECENT_MINUTES): ReleaseHealth {
  const { name, release, since, minutes, failed, days } = withoutOld(stored, now, wanted);
  const recent: Counts = {
    shown: sum(minutes, 'shown'),
    failed: failed.length + sum(minutes, 'beyond'),
    networks: new Set(failed.map(({ network }) => network)).size,
    errors: sum(minutes, 'errors'),
  };
  const all: Counts = { shown: sum(days, 'shown'), failed: sum(days, 'failed'), networks: sum(days, 'networks'), errors: sum(days, 'errors') };
  return { name, release, ...(since !== null && { since }), recent, all };
}

/** Sums up the timings of all days. */
export function timingsOf(stored: TimingWindow, now: number): ReleaseTimings {
  const { name, release, timings } = withoutOldTimings(stored, now);
  return { name, release, timings: withTimings([], timings.map(({ measure, bucket, visitors }) => ({ measure, bucket, visitors }))) };
}

/** Adds the failed visitors of a tally, within the limits, and counts the new ones. */
function withFailed(before: HealthWindow['failed'], tally: Tally, minute: number) {
  const failed = new Map(before.map((one) => [one.visitor, one]));
  const perNetwork = new Map<string, number>();
  for (const { network } of before) perNetwork.set(network, (perNetwork.get(network) ?? 0) + 1);
  let [counted, networks, beyond] = [0, 0, 0];
  for (const { visitor, network } of tally.failed) {
    const known = failed.get(visitor);
    const others = perNetwork.get(network) ?? 0;
    if (known) failed.set(visitor, { ...known, minute: Math.max(known.minute, minute) });
    if (known || others >= MAX_PER_NETWORK) continue;
    perNetwork.set(network, others + 1);
    counted += 1;
    if (others === 0) networks += 1;
    if (failed.size < MAX_MARKS) failed.set(visitor, { visitor, network, minute });
    else beyond += 1;
  }
  return { failed: [...failed.values()], counted, networks, beyond };
}

/** Adds counts to the row of the same minute or day. */
function withRow<Row extends Readonly<Record<string, number>>>(rows: readonly Row[], added: Row, key: keyof Row): Row[] {
  const same = rows.find((row) => row[key] === added[key]);
  if (!same) return [...rows, added];
  const summed = Object.fromEntries(Object.entries(added).map(([name, value]) => [name, name === key ? value : value + (same[name] ?? 0)]));
  return rows.map((row) => (row === same ? { ...row, ...summed } : row));
}

function sum<Key extends string>(rows: readonly Readonly<Record<Key, number>>[], key: Key): number {
  return rows.reduce((total, row) => total + row[key], 0);
}
