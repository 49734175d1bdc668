import type { RegisteredRemote } from './registry.ts';

/** The releases of a remote that visitors may get: live, canary and previous. */
export function pointedReleases({ live, canary, previous }: RegisteredRemote): string[] {
  return [live, canary?.release ?? null, previous].filter((release) => release !== null);
}
