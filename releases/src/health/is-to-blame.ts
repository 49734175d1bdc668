import type { LogEntry } from '../log-entry.ts';
import { newSince } from './standing.ts';
import type { Suspect } from './suspects.ts';

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
