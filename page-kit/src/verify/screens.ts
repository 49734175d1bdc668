import type { Screen } from './open-tab.ts';
import { sideBySide } from './side-by-side.ts';
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
}

/** Every route as every visitor meets it. */
export interface Screens {
  readonly all: readonly SeenScreen[];
  /** One for each route that leads somebody to a page of its own, and not to another address. */
  readonly views: readonly View[];
}

/** Opens every route as every visitor. */
export async function seeScreens(tried: TriedSite): Promise<Screens> {
  const visits = Object.keys(tried.manifest.moduleManifest.routes).flatMap((route) => VISITORS.map((visitor) => ({ route, path: tried.pathOf(route), visitor })));
  const all = await sideBySide(visits, (visit) =>
    tried.inTab(visit.visitor, async (tab): Promise<SeenScreen> => {
      const screen = await tab.load(visit.path);
      return { ...visit, screen, errors: [...tab.errors], loaded: new Set(tab.loaded) };
    }),
  );
  const views = new Map<string, View>();
  for (const { route, path, visitor, screen } of all) {
    if (screen.path === path && !views.has(route)) views.set(route, { route, path, visitor });
  }
  return { all, views: [...views.values()] };
}

/** Words for a page and who sees it. */
export function placeOf({ path, visitor }: Pick<View, 'path' | 'visitor'>): string {
  return `${path}, ${visitor}`;
}
