import type { PageRelease, ReleaseSet } from '@atrium/releases/release-set';
import { matchRoutePattern, rankRoutePattern } from '@atrium/releases/route-pattern';

/** A page module and the key of its route. */
export interface PageOfPath {
  readonly page: PageRelease;
  readonly route: string;
}

/** The page that the shell will show at a path, from the facts alone; null if it is nobody's. */
export function pageOfPath(releaseSet: ReleaseSet, pathname: string): PageOfPath | null {
  let best: (PageOfPath & { rank: number }) | null = null;
  for (const page of releaseSet.pages) {
    for (const [route, pattern] of Object.entries(page.facts.routes)) {
      const rank = rankRoutePattern(pattern);
      if (matchRoutePattern(pattern, pathname) === null || (best !== null && best.rank >= rank)) continue;
      best = { page, route, rank };
    }
  }
  return best;
}
