import { releaseKey } from '../model/identity.ts';
import type { LogEntry } from '../model/move.ts';
import type { Registry } from '../model/registry.ts';
import type { Counts, ReleaseHealth } from './health-book.ts';
import { newSince, placeOf, type Place } from './release-place.ts';

/** The length of the latest period, in minutes: the current minute and the one before. */
export const LATEST_MINUTES = 2;

/**
 * The limits for quarantining a release of a page module. Quarantine acts on all visitors without a person, so every limit
 * prefers to keep a bad release, which people can see and roll back, over removing a good one.
 */
const LIMITS = {
  /** Minimum number of visitors for whom it failed recently: fewer may be one person's devices, or a bad network. */
  visitors: 5,
  /** Minimum number of networks of these visitors: one company, or one forger of reports, is not enough. */
  networks: 3,
  /** Minimum failure rate, both in the recent period and since it went live: if a release worked for hours before it fails, the cause is elsewhere. */
  share: 0.2,
  /** Minimum ratio of its failure rate to that of all other page modules: an outage affects every module. */
  timesOthers: 5,
  /**
   * Minimum number of visitors of all other page modules: fewer allow no comparison. On a large site they spread over many
   * modules, and a visitor of several modules counts for each.
   */
  visitorsOfOthers: 20,
  /** Minimum number of failed visitors of the others to notice an outage that is just beginning. */
  failedOfOthers: 5,
  /** The ratio of the others' latest failure rate to their usual one that signals such an outage. */
  timesUsual: 3,
  /** If another release of the same module fails at this fraction of the rate or more, the cause is something that both depend on. */
  shareOfSibling: 0.5,
  /** Minimum number of visitors of that release to compare the two over the whole recent period. */
  visitorsOfSibling: 5,
} as const;

/** The observation period of a new release, in milliseconds. Failures that begin later have another cause. */
export const OBSERVATION_PERIOD = 24 * 60 * 60 * 1000;

/** A release that fails for many visitors while others work. {@link shouldQuarantine} decides about quarantine. */
export interface Suspect {
  readonly name: string;
  readonly release: string;
  readonly place: Exclude<Place, 'previous'>;
  /** When its counts began: see ReleaseHealth. */
  readonly since: number;
  readonly recent: Counts;
  /** All other page modules in the recent period. */
  readonly others: Rate;
}

/** How many visitors there were, and for how many of them something failed. */
interface Rate {
  readonly visitors: number;
  readonly failed: number;
}

const NO_VISITORS: Rate = { visitors: 0, failed: 0 };

/** The health of a release that visitors can get. */
interface Reading {
  readonly health: ReleaseHealth;
  readonly place: Place;
  readonly latest: Rate;
}

/**
 * Finds the releases of page modules that fail for many visitors while other modules work, by {@link LIMITS}. It never
 * finds the shell or the auth remote.
 *
 * @param health the health of the recent period
 * @param latest the health of the last {@link LATEST_MINUTES}: at the start of an outage, the recent period still looks fine
 */
export function suspects(registry: Registry, health: readonly ReleaseHealth[], latest: readonly ReleaseHealth[]): readonly Suspect[] {
  const modules = readings(registry, health, latest);
  return [...modules].flatMap(([name, releases]) =>
    releases.flatMap((reading): Suspect[] => {
      const { place, health: own } = reading;
      if (place === 'previous' || own.since === undefined || !failsForMany(own)) return [];
      const others = [...modules].flatMap(([other, found]) => (other === name ? [] : found));
      if (!standsOut(own, others) || releases.some((sibling) => sibling !== reading && failsToo(sibling, own))) return [];
      const { release, since, recent } = own;
      return [{ name, release, place, since, recent, others: total(others, recentRate) }];
    }),
  );
}

/** By page module, the releases with reports that visitors can get now. */
function readings({ remotes }: Registry, health: readonly ReleaseHealth[], latest: readonly ReleaseHealth[]): ReadonlyMap<string, readonly Reading[]> {
  const latestCounts = new Map(latest.map((one) => [releaseKey(one.name, one.release), one.recent]));
  const found = new Map<string, Reading[]>();
  for (const one of health) {
    const remote = Object.hasOwn(remotes, one.name) ? remotes[one.name] : undefined;
    const place = remote?.kind === 'page-module' && remote.live !== null ? placeOf(remote, one.release) : null;
    const counts = latestCounts.get(releaseKey(one.name, one.release));
    if (place) found.set(one.name, [...(found.get(one.name) ?? []), { health: one, place, latest: counts ? rateOf(counts) : NO_VISITORS }]);
  }
  return found;
}

/** The reason for the log: its failure rate and that of all others. */
export function reasonOf({ recent, others }: Pick<Suspect, 'recent' | 'others'>, minutes: number): string {
  const { visitors, failed } = rateOf(recent);
  return `It failed for ${failed} of ${visitors} visitors in ${minutes} minutes, from ${recent.networks} networks; all other page modules for ${others.failed} of ${others.visitors}`;
}

function failsForMany({ recent, all }: ReleaseHealth): boolean {
  return (
    recent.failed >= LIMITS.visitors &&
    recent.networks >= LIMITS.networks &&
    share(rateOf(recent)) >= LIMITS.share &&
    share(rateOf(all)) >= LIMITS.share
  );
}

/** Whether all other page modules work, so that the failures are the release's own. */
function standsOut({ recent }: ReleaseHealth, others: readonly Reading[]): boolean {
  const rate = share(rateOf(recent));
  const [recently, now] = [total(others, recentRate), total(others, ({ latest }) => latest)];
  const all = total(others, ({ health }) => rateOf(health.all));
  const usual = { visitors: all.visitors - now.visitors, failed: all.failed - now.failed };
  const isUnusual = now.failed >= LIMITS.failedOfOthers && share(now) > share(usual) * LIMITS.timesUsual;
  const isLow = (other: Rate) => share(other) * LIMITS.timesOthers <= rate;
  return recently.visitors >= LIMITS.visitorsOfOthers && isLow(recently) && isLow(now) && !isUnusual;
}

/** Whether another release of the same module fails as well. */
function failsToo({ health, place, latest }: Reading, { recent }: ReleaseHealth): boolean {
  // The fallback's visitors are those for whom the release failed, so only recent failures count, not how it worked when live.
  if (place === 'previous') return health.recent.failed >= recent.failed * LIMITS.shareOfSibling;
  const enough = share(rateOf(recent)) * LIMITS.shareOfSibling;
  return share(latest) >= enough || (rateOf(health.recent).visitors >= LIMITS.visitorsOfSibling && share(rateOf(health.recent)) >= enough);
}

function recentRate({ health }: Reading): Rate {
  return rateOf(health.recent);
}

/** A visitor with a shown page and a failure counts twice, which lowers the rate. */
function rateOf({ shown, failed }: Counts): Rate {
  return { visitors: shown + failed, failed };
}

function total(readings: readonly Reading[], rate: (reading: Reading) => Rate): Rate {
  return readings.map(rate).reduce((sum, { visitors, failed }) => ({ visitors: sum.visitors + visitors, failed: sum.failed + failed }), NO_VISITORS);
}

function share({ visitors, failed }: Rate): number {
  return visitors <= 0 ? 0 : failed / visitors;
}

/**
 * Whether to quarantine a suspect: visitors got it as something new within the observation period, and its counts began then.
 * Publishing it again restarts its observation period.
 *
 * @param entries the remote's moves, the newest first
 * @param now milliseconds since 1970
 */
export function shouldQuarantine({ release, place, since }: Pick<Suspect, 'release' | 'place' | 'since'>, entries: readonly LogEntry[], now: number): boolean {
  const began = newSince(release, place, entries);
  return began !== null && began === since && now - began <= OBSERVATION_PERIOD;
}
