import type { ListedPage } from '@atrium/releases/wire';
import { matchRoutePattern, rankRoutePattern } from '@atrium/releases/route-pattern';

/** A page module and the key of its route. */
export interface PageOfPath {
  readonly page: ListedPage;
  readonly route: string;
}

/** The page that the shell will show at a path, by the module manifests; null if no module has that path. */
export function pageOfPath(pages: readonly ListedPage[], pathname: string): PageOfPath | null {
  let best: (PageOfPath & { rank: number }) | null = null;
  for (const page of pages) {
    for (const [route, pattern] of Object.entries(page.manifest.routes)) {
      if (matchRoutePattern(pattern, pathname) === null) continue;
      const rank = rankRoutePattern(pattern);
      if (best === null || best.rank < rank) best = { page, route, rank };
    }
  }
  return best;
}
