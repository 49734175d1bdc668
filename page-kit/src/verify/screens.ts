import { accessibilityProblems } from './accessibility.ts';
import type { Screen } from './open-tab.ts';
import type { TriedSite } from './tried-site.ts';
import { VISITORS, type Visitor } from './visitors.ts';

/** A page of the module, and somebody who gets to see it. */
export interface View {
  readonly route: string;
  readonly path: string;
  readonly visitor: Visitor;
}

/** What somebody met who opened the address of a route. */
export interface SeenScreen extends View {
  readonly screen: Screen;
  readonly errors: readonly string[];
  /** Paths of the module's files that were loaded. */
  readonly loaded: ReadonlySet<string>;
  /** By colour scheme, what axe has against it; looked for once for each route. */
  readonly accessibility: Readonly<Record<string, readonly string[]>>;
}

/** Every route as every visitor meets it. */
export interface Screens {
  readonly all: readonly SeenScreen[];
  /** One for each route that leads somebody to a page of its own, and not to another address. */
  readonly views: readonly View[];
}

/** Opens every route as every visitor. */
export async function seeScreens(tried: TriedSite): Promise<Screens> {
  const all: SeenScreen[] = [];
  const views: View[] = [];
  for (const route of Object.keys(tried.manifest.facts.routes)) {
    const path = tried.pathOf(route);
    for (const visitor of VISITORS) {
      const isSeen = views.some((view) => view.route === route);
      const seen = await tried.inTab(visitor, async (tab): Promise<SeenScreen> => {
        const unknownBefore = tried.backend.notFaked.length;
        const screen = await tab.load(path);
        const errors = [...tab.errors, ...tried.backend.notFaked.slice(unknownBefore)];
        const loaded = new Set(tab.loaded);
        const accessibility = screen.path === path && !isSeen ? await accessibilityProblems(tab.page) : {};
        return { route, path, visitor, screen, errors, loaded, accessibility };
      });
      all.push(seen);
      if (seen.screen.path === path && !isSeen) views.push({ route, path, visitor });
    }
  }
  return { all, views };
}

/** Words for a page and who sees it. */
export function placeOf({ path, visitor }: Pick<View, 'path' | 'visitor'>): string {
  return `${path}, ${visitor}`;
}
