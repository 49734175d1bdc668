import { randomBytes } from 'node:crypto';
import { basename } from 'node:path';
import * as v from 'valibot';
import { FAILURE_REPORTS_KEPT, RECENT_MINUTES, type HealthBook, type ReleaseHealth, type ReleaseTimings, type Tally } from '../../health/health-book.ts';
import {
  DAYS_KEPT,
  healthOf,
  healthWindowSchema,
  timingsOf,
  timingWindowSchema,
  withoutOld,
  withoutOldTimings,
  withTally,
  withTallyTimings,
  type HealthWindow,
  type TimingWindow,
} from '../../health/health-window.ts';
import { failureReportSchema, type FailureReport } from '../../wire/failure-report.ts';
import { releaseKey } from '../../model/identity.ts';
import { parseDocument } from '../../model/json.ts';
import { readOrNull, removeAbandonedEntries, replaceFile, UNFINISHED_FILE } from '../durable-files.ts';
import { withDirectoryLock } from './directory-lock.ts';
import type { StorePaths } from './store-paths.ts';

/** The maximum number of releases, by their latest report: several for each remote of a large site. */
const MAX_RELEASES = 1000;

const MS_PER_MINUTE = 60_000;
const MINUTES_PER_DAY = 24 * 60;

/** A window in a file of an older version, which called `lastReportMinute` `told`. */
const olderWindowSchema = v.pipe(
  v.strictObject({ ...v.omit(healthWindowSchema, ['lastReportMinute']).entries, told: healthWindowSchema.entries.lastReportMinute }),
  v.transform(({ told, ...window }): HealthWindow => ({ ...window, lastReportMinute: told })),
);

const bookSchema = v.strictObject({
  schema: v.literal(1),
  salt: v.nullable(v.strictObject({ day: v.number(), text: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)) })),
  releases: v.array(v.union([healthWindowSchema, olderWindowSchema])),
});

type Identity = Pick<Tally, 'name' | 'release'>;

type Book = v.InferOutput<typeof bookSchema>;

const timingsSchema = v.strictObject({ schema: v.literal(1), releases: v.array(timingWindowSchema) });

const failuresSchema = v.strictObject({ schema: v.literal(1), failures: v.array(failureReportSchema) });

/**
 * The health book in a store's folder: three files with a lock, so that moves do not wait for reports. If a file is damaged, it
 * starts again, because tabs keep reporting. Timings and failures have files of their own, because older servers of the same folder
 * refuse a book with anything that they do not know.
 */
export class HealthFile implements HealthBook {
  readonly #paths: StorePaths;
  readonly #report: (error: Error) => void;
  /** Milliseconds since 1970. */
  readonly #now: () => number;

  constructor(paths: StorePaths, report: (error: Error) => void, now: () => number = Date.now) {
    this.#paths = paths;
    this.#report = report;
    this.#now = now;
  }

  async salt(): Promise<string> {
    const day = Math.floor(this.#minute() / MINUTES_PER_DAY);
    const { salt } = await this.#read();
    if (salt?.day === day) return salt.text;
    return this.#locked(async (replace) => {
      const book = await this.#read();
      // Another process may have written one meanwhile.
      if (book.salt?.day === day) return book.salt.text;
      const made = { day, text: randomBytes(32).toString('hex') };
      await replace(this.#paths.health, { ...book, salt: made });
      return made.text;
    });
  }

  async add(tallies: readonly Tally[]): Promise<void> {
    const now = this.#minute();
    await this.#locked(async (replace) => {
      const book = await this.#read();
      const releases = latestReleases(withEach(book.releases, tallies, withTally, now), now);
      await replace(this.#paths.health, { ...book, releases });
      if (tallies.every(({ timings }) => timings.length === 0)) return;
      const counted = new Set(releases.map(({ name, release }) => releaseKey(name, release)));
      const windows = withEach(await this.#readTimings(), tallies, withTallyTimings, now)
        .filter(({ name, release }) => counted.has(releaseKey(name, release)))
        .map((stored) => withoutOldTimings(stored, now));
      await replace(this.#paths.timings, { schema: 1, releases: windows });
    });
  }

  async read(minutes = RECENT_MINUTES): Promise<readonly ReleaseHealth[]> {
    const { releases } = await this.#read();
    return releases.map((stored) => healthOf(stored, this.#minute(), minutes)).sort(byRelease);
  }

  async timings(): Promise<readonly ReleaseTimings[]> {
    const windows = await this.#readTimings();
    return windows.map((stored) => timingsOf(stored, this.#minute())).filter(({ timings }) => timings.length > 0).sort(byRelease);
  }

  async addFailures(reports: readonly FailureReport[]): Promise<void> {
    if (reports.length === 0) return;
    await this.#locked(async (replace) => {
      const failures = latestFailures([...reports, ...(await this.failures())], this.#minute());
      await replace(this.#paths.failures, { schema: 1, failures });
    });
  }

  async failures(): Promise<readonly FailureReport[]> {
    const stored = (await this.#readFile(this.#paths.failures, failuresSchema))?.failures ?? [];
    return latestFailures(stored, this.#minute());
  }

  #minute(): number {
    return Math.floor(this.#now() / MS_PER_MINUTE);
  }

  async #read(): Promise<Book> {
    return (await this.#readFile(this.#paths.health, bookSchema)) ?? { schema: 1, salt: null, releases: [] };
  }

  async #readTimings(): Promise<readonly TimingWindow[]> {
    return (await this.#readFile(this.#paths.timings, timingsSchema))?.releases ?? [];
  }

  /** Null for a file that is missing or damaged. */
  async #readFile<File>(path: string, schema: v.GenericSchema<unknown, File>): Promise<File | null> {
    const text = await readOrNull(path);
    if (text === null) return null;
    const parsed = parseDocument(schema, text.toString('utf8'));
    if (parsed.ok) return parsed.value;
    this.#report(new Error(`The store's health/${basename(path)} is damaged (${parsed.problem}); it starts again without earlier reports.`));
    return null;
  }

  async #locked<T>(work: (replace: (path: string, content: object) => Promise<void>) => Promise<T>): Promise<T> {
    return withDirectoryLock(this.#paths.healthLocks, async (assertHeld) => {
      await removeAbandonedEntries(this.#paths.healthFolder, UNFINISHED_FILE);
      return work(async (path, content) => {
        await assertHeld();
        await replaceFile(path, JSON.stringify(content));
      });
    });
  }
}

/** Adds each tally to what is stored of its release. */
function withEach<Stored extends Identity>(
  stored: readonly Stored[],
  tallies: readonly Tally[],
  add: (one: Stored | null, tally: Tally, now: number) => Stored | null,
  now: number,
): Stored[] {
  const releases = new Map(stored.map((one) => [releaseKey(one.name, one.release), one]));
  for (const tally of tallies) {
    const key = releaseKey(tally.name, tally.release);
    const next = add(releases.get(key) ?? null, tally, now);
    if (next) releases.set(key, next);
  }
  return [...releases.values()];
}

function byRelease(one: Identity, other: Identity): number {
  return releaseKey(one.name, one.release) < releaseKey(other.name, other.release) ? -1 : 1;
}

/** Drops releases without recent reports, and old data of the others. */
function latestReleases(releases: readonly HealthWindow[], now: number): HealthWindow[] {
  return releases
    .filter(({ lastReportMinute }) => lastReportMinute > now - DAYS_KEPT * MINUTES_PER_DAY)
    .sort((a, b) => b.lastReportMinute - a.lastReportMinute)
    .slice(0, MAX_RELEASES)
    .map((stored) => withoutOld(stored, now));
}

/** Drops failures that are old, or that later ones of the same release replace. The latest are first. */
function latestFailures(reports: readonly FailureReport[], now: number): FailureReport[] {
  const perRelease = new Map<string, number>();
  return reports
    .filter(({ minute }) => minute > now - FAILURE_REPORTS_KEPT.days * MINUTES_PER_DAY)
    .sort((one, other) => other.minute - one.minute)
    .filter(({ name, release }) => {
      const key = releaseKey(name, release);
      const count = (perRelease.get(key) ?? 0) + 1;
      perRelease.set(key, count);
      return count <= FAILURE_REPORTS_KEPT.ofRelease;
    });
}
