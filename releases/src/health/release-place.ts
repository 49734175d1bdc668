import type { LogEntry } from '../model/move.ts';
import type { RegisteredRemote } from '../model/registry.ts';

/** A release's role: most visitors get the live one, some get the canary, and the previous one is the fallback. */
export type Place = 'live' | 'canary' | 'previous';

/** A release's role; null if visitors cannot get it. */
export function placeOf({ live, canary, previous }: RegisteredRemote, release: string): Place | null {
  if (release === live) return 'live';
  if (release === canary?.release) return 'canary';
  return release === previous ? 'previous' : null;
}

/** The number of a remote's moves to read. A canary with more steps than this is too old for its start to matter. */
export const MAX_INSPECTED_MOVES = 100;

/**
 * When a release got its role, in milliseconds since 1970. The registry has the time of a live release, and the log that
 * of a canary. A fallback has none.
 *
 * @param entries the remote's moves, the newest first; needed for a canary
 * @returns null if unknown
 */
export function placeSince({ since }: RegisteredRemote, release: string, place: Place, entries: readonly LogEntry[]): number | null {
  if (place === 'live') return since === null ? null : Date.parse(since);
  return place === 'canary' ? canaryStart(entries, release) : null;
}

/**
 * When visitors first got a release as something new, in milliseconds since 1970. A release that returned through a
 * rollback or a quarantine worked before, so its failures now have another cause.
 *
 * @param entries the remote's moves, the newest first
 * @returns null for a release that returned, and if the moves do not say
 */
export function newSince(release: string, place: Place, entries: readonly LogEntry[]): number | null {
  if (place === 'canary') return canaryStart(entries, release);
  if (place !== 'live') return null;
  const madeLive = entries.find((entry) => entry.release === release && entry.replaced !== release);
  return madeLive?.action === 'publish' || madeLive?.action === 'promote' ? Date.parse(madeLive.when) : null;
}

/** When a canary started. Later moves may have changed its percentage. */
function canaryStart(entries: readonly LogEntry[], release: string): number | null {
  const other = entries.findIndex(({ canary }) => canary?.release !== release);
  // Every move that was read belongs to this canary, so it started earlier.
  if (other === -1 && entries.length >= MAX_INSPECTED_MOVES) return null;
  const first = entries[(other === -1 ? entries.length : other) - 1];
  return first ? Date.parse(first.when) : null;
}
