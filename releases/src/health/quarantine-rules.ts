import type { LogEntry } from '../model/move.ts';
import type { Registry } from '../model/registry.ts';
import type { ReleaseHealth, Told } from './health-book.ts';
import { newSince, placeOf, type Place } from './release-place.ts';

/** Minutes that make up what is called just now: this one and the one before. */
export const latestMinutes = 2;

/**
 * When a release of a page module is to blame (design §7, Reports). Quarantine takes it from everybody without a person,
 * so each bound rather lets a bad release go on, which people can see and take back, than it lets a good one go.
 */
export const bounds = {
  /** Visitors for whom it failed recently: fewer may be one person with several devices, or a bad day of a network. */
  visitors: 5,
  /** Networks that these come from: one company, or one who forges reports, is no crowd. */
  networks: 3,
  /** The part of its visitors for whom it failed, recently and ever since it was brought: one that worked for hours is not what broke. */
  share: 0.2,
  /** So many times as often it fails as all other page modules together: an outage fails everything, and is nobody's release. */
  timesOthers: 5,
  /**
   * Visitors of all other page modules together: with fewer there is nothing to stand out against. On a large site they
   * are spread over many modules, and somebody who looks at several counts for each.
   */
  visitorsOfOthers: 20,
  /** Visitors for whom others fail lately, so many times as often as usual: something else began to go wrong just now. */
  failedOfOthers: 5,
  timesUsual: 3,
  /** The part of its own failures with which another release of the same module fails as well: then what both use is away. */
  shareOfSibling: 0.5,
  /** Visitors of a release beside it, live or canary, from which on the two are compared over the whole recent time. */
  visitorsOfSibling: 5,
} as const;

/** A release that fails for many and stands out; whether it is new, the log says (see newSince). */
export interface Suspect {
  readonly name: string;
  readonly release: string;
  readonly place: Exclude<Place, 'previous'>;
  /** Since when it is counted: see ReleaseHealth. */
  readonly since: number;
  readonly recent: Told;
  /** All other page modules, recently. */
  readonly others: Rate;
}

/** For how many of how many visitors something failed. */
export interface Rate {
  readonly visitors: number;
  readonly failed: number;
}

/** What was told of one release: recently with all of its time, and just now. */
interface Reading {
  readonly health: ReleaseHealth;
  readonly place: Place;
  readonly latest: Rate;
}

/**
 * The releases of page modules that fail for many visitors and stand out, by {@link bounds}. Never the shell, never the auth remote.
 *
 * @param health what a book tells
 * @param latest the same of the last {@link latestMinutes} only: when an outage begins, the minutes before it still look well
 */
export function suspects(registry: Registry, health: readonly ReleaseHealth[], latest: readonly ReleaseHealth[]): readonly Suspect[] {
  const modules = readings(registry, health, latest);
  return [...modules].flatMap(([name, releases]) =>
    releases.flatMap((reading): Suspect[] => {
      const { place, health: own } = reading;
      if (place === 'previous' || own.since === undefined || !failsForMany(own)) return [];
      const others = [...modules].flatMap(([other, told]) => (other === name ? [] : told));
      if (!standsOut(own, others) || releases.some((sibling) => sibling !== reading && failsToo(sibling, own))) return [];
      const { release, since, recent } = own;
      return [{ name, release, place, since, recent, others: pooled(others, recentRate) }];
    }),
  );
}

/** By page module, the releases that visitors can have now and that something was told of. */
function readings({ remotes }: Registry, health: readonly ReleaseHealth[], latest: readonly ReleaseHealth[]): ReadonlyMap<string, readonly Reading[]> {
  const just = new Map(latest.map((one) => [`${one.name}/${one.release}`, one.recent]));
  const found = new Map<string, Reading[]>();
  for (const one of health) {
    const remote = Object.hasOwn(remotes, one.name) ? remotes[one.name] : undefined;
    const place = remote?.kind === 'page-module' && remote.live !== null ? placeOf(remote, one.release) : null;
    const told = just.get(`${one.name}/${one.release}`);
    if (place) found.set(one.name, [...(found.get(one.name) ?? []), { health: one, place, latest: told ? rateOf(told) : nobody }]);
  }
  return found;
}

/** Says to people why: how many of its visitors, and how it is with the others. */
export function reasonOf({ recent, others }: Pick<Suspect, 'recent' | 'others'>, minutes: number): string {
  const { visitors, failed } = rateOf(recent);
  return `It failed for ${failed} of ${visitors} visitors in ${minutes} minutes, from ${recent.networks} networks; all other page modules for ${others.failed} of ${others.visitors}`;
}

function failsForMany({ recent, all }: ReleaseHealth): boolean {
  return (
    recent.failed >= bounds.visitors &&
    recent.networks >= bounds.networks &&
    share(rateOf(recent)) >= bounds.share &&
    share(rateOf(all)) >= bounds.share
  );
}

/** Whether all other page modules work well enough, and as they usually do, for its failures to be its own. */
function standsOut({ recent }: ReleaseHealth, others: readonly Reading[]): boolean {
  const rate = share(rateOf(recent));
  const [before, now] = [pooled(others, recentRate), pooled(others, ({ latest }) => latest)];
  const ever = pooled(others, ({ health }) => rateOf(health.all));
  const usual = { visitors: ever.visitors - now.visitors, failed: ever.failed - now.failed };
  const isUnusual = now.failed >= bounds.failedOfOthers && share(now) > share(usual) * bounds.timesUsual;
  const isRare = (told: Rate) => share(told) * bounds.timesOthers <= rate;
  return before.visitors >= bounds.visitorsOfOthers && isRare(before) && isRare(now) && !isUnusual;
}

/** Whether another release of the same module fails as well. */
function failsToo({ health, place, latest }: Reading, { recent }: ReleaseHealth): boolean {
  // Who could not have the one got this one: it fails for the same people, however well it worked when it was live.
  if (place === 'previous') return health.recent.failed >= recent.failed * bounds.shareOfSibling;
  const enough = share(rateOf(recent)) * bounds.shareOfSibling;
  return share(latest) >= enough || (rateOf(health.recent).visitors >= bounds.visitorsOfSibling && share(rateOf(health.recent)) >= enough);
}

const nobody: Rate = { visitors: 0, failed: 0 };

function recentRate({ health }: Reading): Rate {
  return rateOf(health.recent);
}

/** Who was shown a page of it and who was not: somebody may be both, who then counts twice, which lowers the share. */
function rateOf({ shown, failed }: Told): Rate {
  return { visitors: shown + failed, failed };
}

function pooled(readings: readonly Reading[], rate: (reading: Reading) => Rate): Rate {
  return readings.map(rate).reduce((sum, { visitors, failed }) => ({ visitors: sum.visitors + visitors, failed: sum.failed + failed }), nobody);
}

function share({ visitors, failed }: Rate): number {
  return visitors <= 0 ? 0 : failed / visitors;
}

/** Milliseconds after which a release is not new any more: what breaks later broke because of something else. */
export const youngFor = 24 * 60 * 60 * 1000;

/**
 * Whether a suspect is to blame: it was brought as something new a short while ago, and all that speaks against it was
 * told since then. Who publishes it again knowingly begins its time anew.
 *
 * @param entries moves of its remote, the newest first
 * @param now milliseconds since 1970
 */
export function isToBlame({ release, place, since }: Pick<Suspect, 'release' | 'place' | 'since'>, entries: readonly LogEntry[], now: number): boolean {
  const began = newSince(release, place, entries);
  return began !== null && began === since && now - began <= youngFor;
}
