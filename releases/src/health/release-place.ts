import type { LogEntry } from '../model/move.ts';
import type { RegisteredRemote } from '../model/registry.ts';

/** Where a release of a page module stands: what most visitors get, what some get, or what stands in for another. */
export type Place = 'live' | 'canary' | 'previous';

/** Where a release of a remote stands; null where visitors cannot have it. */
export function placeOf({ live, canary, previous }: RegisteredRemote, release: string): Place | null {
  if (release === live) return 'live';
  if (release === canary?.release) return 'canary';
  return release === previous ? 'previous' : null;
}

/** So many moves of one remote are looked back at: a canary that took more steps began at a time that nobody needs. */
export const movesToLookAt = 100;

/**
 * When a release became what it is, in milliseconds since 1970: live, by the registry; as canary, by the log, because the
 * registry does not say. What stands in for another has no such time.
 *
 * @param entries moves of the remote, the newest first, for a canary
 * @returns null where nobody knows
 */
export function standingSince({ since }: RegisteredRemote, release: string, place: Place, entries: readonly LogEntry[]): number | null {
  if (place === 'live') return since === null ? null : Date.parse(since);
  return place === 'canary' ? (canaryBegan(entries, release)?.at ?? null) : null;
}

/**
 * When a release was brought to visitors as something new, in milliseconds since 1970. One that came back, by a rollback
 * or because another was put in quarantine, had worked before: what fails with it now is something else.
 *
 * @param entries moves of the remote, the newest first
 * @returns null for one that came back, and where the moves do not say
 */
export function newSince(release: string, place: Place, entries: readonly LogEntry[]): number | null {
  if (place === 'canary') return canaryBegan(entries, release)?.at ?? null;
  if (place !== 'live') return null;
  const madeLive = entries.find((entry) => entry.release === release && entry.replaced !== release);
  return madeLive?.action === 'publish' || madeLive?.action === 'promote' ? Date.parse(madeLive.when) : null;
}

/** The move that began a canary, which later ones only gave to more or fewer visitors. */
function canaryBegan(entries: readonly LogEntry[], release: string): { readonly at: number } | null {
  const other = entries.findIndex(({ canary }) => canary?.release !== release);
  // All moves that were looked at are of this canary: it began before.
  if (other === -1 && entries.length >= movesToLookAt) return null;
  const first = entries[(other === -1 ? entries.length : other) - 1];
  return first ? { at: Date.parse(first.when) } : null;
}
