import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { recentMinutes, type HealthBook, type ReleaseHealth, type Tally } from '../../health/health-book.ts';
import { healthOf, keptDays, keptReleaseSchema, withoutOld, withTally, type KeptRelease } from '../../health/health-window.ts';
import { parseDocument } from '../../model/json.ts';
import { halfWritten, readOrNull, removeAbandonedEntries, replaceFile } from '../durable-files.ts';
import { withDirectoryLock } from './directory-lock.ts';
import type { StorePlaces } from './store-paths.ts';

/** So many releases are kept, those that were told of last: several for each remote of a large site. */
const mostReleases = 1000;

const minuteInMilliseconds = 60_000;

const minutesInDay = 24 * 60;

const bookSchema = v.strictObject({
  schema: v.literal(1),
  salt: v.nullable(v.strictObject({ day: v.number(), text: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)) })),
  releases: v.array(keptReleaseSchema),
});

type Book = v.InferOutput<typeof bookSchema>;

/**
 * The health book in a store's folder: one file with a lock of its own, so that no move waits for what tabs report.
 * A damaged one is begun anew: it only holds what visitors will tell again.
 */
export class HealthFile implements HealthBook {
  readonly #places: StorePlaces;
  readonly #report: (trouble: Error) => void;
  /** Milliseconds since 1970. */
  readonly #now: () => number;

  constructor(places: StorePlaces, report: (trouble: Error) => void, now: () => number = Date.now) {
    this.#places = places;
    this.#report = report;
    this.#now = now;
  }

  async salt(): Promise<string> {
    const day = Math.floor(this.#minute() / minutesInDay);
    const { salt } = await this.#read();
    if (salt?.day === day) return salt.text;
    return this.#change((book) => {
      // Another process may have been faster.
      const made = book.salt?.day === day ? book.salt : { day, text: randomBytes(32).toString('hex') };
      return { book: { ...book, salt: made }, result: made.text };
    });
  }

  async add(tallies: readonly Tally[]): Promise<void> {
    await this.#change((book) => {
      const now = this.#minute();
      const releases = new Map(book.releases.map((kept) => [keyOf(kept), kept]));
      for (const tally of tallies) {
        const kept = withTally(releases.get(keyOf(tally)) ?? null, tally, now);
        if (kept) releases.set(keyOf(tally), kept);
      }
      return { book: { ...book, releases: lastTold([...releases.values()], now) }, result: undefined };
    });
  }

  async read(minutes = recentMinutes): Promise<readonly ReleaseHealth[]> {
    const { releases } = await this.#read();
    return releases.map((kept) => healthOf(kept, this.#minute(), minutes)).sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  }

  #minute(): number {
    return Math.floor(this.#now() / minuteInMilliseconds);
  }

  async #read(): Promise<Book> {
    const text = await readOrNull(this.#places.health);
    if (text === null) return { schema: 1, salt: null, releases: [] };
    const parsed = parseDocument(bookSchema, text.toString('utf8'));
    if (parsed.ok) return parsed.value;
    this.#report(new Error(`The store's health/book.json is damaged (${parsed.problem}); what tabs reported is counted anew.`));
    return { schema: 1, salt: null, releases: [] };
  }

  async #change<T>(work: (book: Book) => { readonly book: Book; readonly result: T }): Promise<T> {
    return withDirectoryLock(this.#places.healthLocks, async (assertHeld) => {
      await removeAbandonedEntries(this.#places.healthFolder, halfWritten);
      const { book, result } = work(await this.#read());
      await assertHeld();
      await replaceFile(this.#places.health, JSON.stringify(book));
      return result;
    });
  }
}

/** Those that were told of lately, without what is old in them. */
function lastTold(releases: readonly KeptRelease[], now: number): KeptRelease[] {
  return releases
    .filter(({ told }) => told > now - keptDays * minutesInDay)
    .sort((a, b) => b.told - a.told)
    .slice(0, mostReleases)
    .map((kept) => withoutOld(kept, now));
}

function keyOf({ name, release }: { readonly name: string; readonly release: string }): string {
  return `${name}/${release}`;
}
