import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { RECENT_MINUTES, type HealthBook, type ReleaseHealth, type Tally } from '../../health/health-book.ts';
import { DAYS_KEPT, healthOf, healthWindowSchema, withoutOld, withTally, type HealthWindow } from '../../health/health-window.ts';
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

type Book = v.InferOutput<typeof bookSchema>;

/**
 * The health book in a store's folder: one file with its own lock, so that moves do not wait for reports. If the file is
 * damaged, counting restarts, because tabs keep reporting.
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
    return this.#change((book) => {
      // Another process may have written one meanwhile.
      const made = book.salt?.day === day ? book.salt : { day, text: randomBytes(32).toString('hex') };
      return { book: { ...book, salt: made }, result: made.text };
    });
  }

  async add(tallies: readonly Tally[]): Promise<void> {
    await this.#change((book) => {
      const now = this.#minute();
      const releases = new Map(book.releases.map((stored) => [releaseKey(stored.name, stored.release), stored]));
      for (const tally of tallies) {
        const stored = withTally(releases.get(releaseKey(tally.name, tally.release)) ?? null, tally, now);
        if (stored) releases.set(releaseKey(tally.name, tally.release), stored);
      }
      return { book: { ...book, releases: latestReleases([...releases.values()], now) }, result: undefined };
    });
  }

  async read(minutes = RECENT_MINUTES): Promise<readonly ReleaseHealth[]> {
    const { releases } = await this.#read();
    return releases.map((stored) => healthOf(stored, this.#minute(), minutes)).sort((a, b) => (releaseKey(a.name, a.release) < releaseKey(b.name, b.release) ? -1 : 1));
  }

  #minute(): number {
    return Math.floor(this.#now() / MS_PER_MINUTE);
  }

  async #read(): Promise<Book> {
    const text = await readOrNull(this.#paths.health);
    if (text === null) return { schema: 1, salt: null, releases: [] };
    const parsed = parseDocument(bookSchema, text.toString('utf8'));
    if (parsed.ok) return parsed.value;
    this.#report(new Error(`The store's health/book.json is damaged (${parsed.problem}); the counts of reports restart.`));
    return { schema: 1, salt: null, releases: [] };
  }

  async #change<T>(work: (book: Book) => { readonly book: Book; readonly result: T }): Promise<T> {
    return withDirectoryLock(this.#paths.healthLocks, async (assertHeld) => {
      await removeAbandonedEntries(this.#paths.healthFolder, UNFINISHED_FILE);
      const { book, result } = work(await this.#read());
      await assertHeld();
      await replaceFile(this.#paths.health, JSON.stringify(book));
      return result;
    });
  }
}

/** Drops releases without recent reports, and old data of the others. */
function latestReleases(releases: readonly HealthWindow[], now: number): HealthWindow[] {
  return releases
    .filter(({ lastReportMinute }) => lastReportMinute > now - DAYS_KEPT * MINUTES_PER_DAY)
    .sort((a, b) => b.lastReportMinute - a.lastReportMinute)
    .slice(0, MAX_RELEASES)
    .map((stored) => withoutOld(stored, now));
}
