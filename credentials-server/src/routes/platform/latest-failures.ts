import { isLibrary, placeInSources } from '@atrium/releases/inspection';
import { pointedReleases, releaseKey, type Registry } from '@atrium/releases/model';
import type { ReleaseStore } from '@atrium/releases/stores';
import type { FailureReport, PlatformFailure } from '@atrium/releases/wire';

/** Kinds of failures of a release that the page shows. */
const MAX_KINDS = 5;

/** Places whose source is read, from the innermost: anyone can report a failure, and a source map takes some milliseconds to read. */
const MAX_READ_PLACES = 3;

/** Places whose sources are remembered. */
const MAX_REMEMBERED = 1000;

/** Finds what the platform team's page shows of the failures that visitors met. */
export class LatestFailures {
  readonly #store: Pick<ReleaseStore, 'health' | 'releaseFile'>;
  /** The source lines of places; null for places without one. A release never changes. */
  readonly #lines = new Map<string, string | null>();

  constructor(store: Pick<ReleaseStore, 'health' | 'releaseFile'>) {
    this.#store = store;
  }

  /** The latest failures of the releases in use, those of one kind together. @throws StoreUnavailableError */
  async read(reading: Registry | Promise<Registry>): Promise<PlatformFailure[]> {
    const [{ remotes }, failures] = await Promise.all([reading, this.#store.health.failures()]);
    const used = new Set(Object.entries(remotes).flatMap(([name, remote]) => pointedReleases(remote).map((release) => releaseKey(name, release))));
    const kinds = new Map<string, FailureReport[]>();
    for (const failure of failures) {
      if (!used.has(releaseKey(failure.name, failure.release))) continue;
      const kind = JSON.stringify([failure.name, failure.release, failure.stage, failure.type, failure.extension, failure.places[0]]);
      kinds.set(kind, [...(kinds.get(kind) ?? []), failure]);
    }
    const shown = new Map<string, number>();
    const latest = [...kinds.values()].filter(([first]) => {
      const key = first ? releaseKey(first.name, first.release) : '';
      shown.set(key, (shown.get(key) ?? 0) + 1);
      return (shown.get(key) ?? 0) <= MAX_KINDS;
    });
    return Promise.all(latest.flatMap(([first, ...others]) => (first ? [this.#describe(first, others.length + 1)] : [])));
  }

  async #describe({ name, release, trace, stage, type, extension, places, minute }: FailureReport, times: number): Promise<PlatformFailure> {
    return { name, release, trace, stage, type, extension: extension ?? null, place: await this.#placeOf(places), when: new Date(minute * 60_000).toISOString(), times };
  }

  async #placeOf(places: readonly string[]): Promise<string | null> {
    for (const place of places.slice(0, MAX_READ_PLACES)) {
      const line = await this.#lineOf(place);
      if (line !== null) return line;
    }
    return places[0] ?? null;
  }

  async #lineOf(place: string): Promise<string | null> {
    const known = this.#lines.get(place);
    if (known !== undefined) return known;
    const source = await placeInSources(place, (name, release, path) => this.#store.releaseFile(name, release, path));
    const line = source === null || isLibrary(source) ? null : `${source.file}:${source.line}`;
    if (this.#lines.size >= MAX_REMEMBERED) this.#lines.clear();
    this.#lines.set(place, line);
    return line;
  }
}
