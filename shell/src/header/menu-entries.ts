import type { SiteFacts } from '../site/site-source.ts';

/** An entry of the site's menu. */
export interface MenuEntry {
  readonly path: string;
  readonly label: { readonly [locale: string]: string };
}

/** The entries of all modules that are for this visitor, in the modules' order. */
export function menuEntries(pages: readonly SiteFacts[], signedIn: boolean): MenuEntry[] {
  const hiddenFrom = signedIn ? 'signed-out' : 'signed-in';
  return pages.flatMap(({ navigation, routes }) =>
    navigation
      .filter(({ requires }) => requires !== hiddenFrom)
      .map(({ route, label }) => ({ path: (routes[route] ?? '/').replace(/\/\*$/, ''), label })),
  );
}
