import * as v from 'valibot';
import { named } from '../model/identity.ts';
import { failedVisitorSchema, mostOfNetwork, recentMinutes, toldSchema, type ReleaseHealth, type Tally, type Told } from './health-book.ts';

/**
 * So many failed visitors of a release are kept to know them again; more are only counted. They come from a hundred
 * networks then, and nothing hangs on a few who are counted twice.
 */
export const mostMarks = 300;

/** Days of which counts are kept: today and yesterday, so that there is always a whole one. */
export const keptDays = 2;

const minutesInDay = 24 * 60;

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** What a directory keeps of a release; the tables of `…_atrium_release_health.sql` are the same for a project. */
export const keptReleaseSchema = v.strictObject({
  ...named,
  /** See ReleaseHealth; null where nobody knows. */
  since: v.nullable(count),
  /** The minute in which it was last told of. */
  told: count,
  /** `beyond` are failed visitors besides those that are kept. */
  minutes: v.array(v.strictObject({ minute: count, shown: count, errors: count, beyond: count })),
  /** Failed visitors with the minute in which they were last told of; of one network at most {@link mostOfNetwork}. */
  failed: v.pipe(v.array(v.strictObject({ ...failedVisitorSchema.entries, minute: count })), v.maxLength(mostMarks)),
  /** By days since 1970. */
  days: v.array(v.strictObject({ day: count, ...toldSchema.entries })),
});

/** See {@link keptReleaseSchema}. */
export type KeptRelease = v.InferOutput<typeof keptReleaseSchema>;

/**
 * What is kept of a release after another tally; unchanged if that is out of date.
 *
 * @param now minutes since 1970, as for everything here
 */
export function withTally(kept: KeptRelease | null, tally: Tally, now: number): KeptRelease | null {
  const { name, release, since = null } = tally;
  const minute = Math.min(tally.minute, now);
  if (minute <= now - recentMinutes) return kept;
  if (since !== null && kept !== null && kept.since !== null && since < kept.since) return kept;
  const isAnew = kept === null || (since !== null && since !== kept.since);
  const before = isAnew ? { name, release, since, told: now, minutes: [], failed: [], days: [] } : withoutOld(kept, now);
  const { failed, counted, networks, beyond } = withFailed(before.failed, tally, minute);
  const { shown, errors } = tally;
  return {
    ...before,
    told: now,
    failed,
    minutes: withRow(before.minutes, { minute, shown, errors, beyond }, 'minute'),
    days: withRow(before.days, { day: Math.floor(now / minutesInDay), shown, errors, failed: counted, networks }, 'day'),
  };
}

/** What is kept of a release without what is too old. */
export function withoutOld(kept: KeptRelease, now: number, recent = recentMinutes): KeptRelease {
  const isRecent = ({ minute }: { readonly minute: number }) => minute > now - recent;
  return {
    ...kept,
    minutes: kept.minutes.filter(isRecent),
    failed: kept.failed.filter(isRecent),
    days: kept.days.filter(({ day }) => day > Math.floor(now / minutesInDay) - keptDays),
  };
}

/** What a book tells of what is kept. */
export function healthOf(kept: KeptRelease, now: number, wanted = recentMinutes): ReleaseHealth {
  const { name, release, since, minutes, failed, days } = withoutOld(kept, now, wanted);
  const recent: Told = {
    shown: sum(minutes, 'shown'),
    failed: failed.length + sum(minutes, 'beyond'),
    networks: new Set(failed.map(({ network }) => network)).size,
    errors: sum(minutes, 'errors'),
  };
  const all: Told = { shown: sum(days, 'shown'), failed: sum(days, 'failed'), networks: sum(days, 'networks'), errors: sum(days, 'errors') };
  return { name, release, ...(since !== null && { since }), recent, all };
}

/** Adds those of a tally to the failed visitors, with how many are new, as far as their network may have more. */
function withFailed(before: KeptRelease['failed'], tally: Tally, minute: number) {
  const failed = new Map(before.map((one) => [one.visitor, one]));
  const ofNetwork = new Map<string, number>();
  for (const { network } of before) ofNetwork.set(network, (ofNetwork.get(network) ?? 0) + 1);
  let [counted, networks, beyond] = [0, 0, 0];
  for (const { visitor, network } of tally.failed) {
    const known = failed.get(visitor);
    const others = ofNetwork.get(network) ?? 0;
    if (known) failed.set(visitor, { ...known, minute: Math.max(known.minute, minute) });
    if (known || others >= mostOfNetwork) continue;
    ofNetwork.set(network, others + 1);
    counted += 1;
    if (others === 0) networks += 1;
    if (failed.size < mostMarks) failed.set(visitor, { visitor, network, minute });
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
