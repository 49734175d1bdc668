import type { TabModule } from '../site/tab-modules.ts';

/** An entry of the site's menu. */
export interface MenuEntry {
  readonly path: string;
  readonly label: { readonly [locale: string]: string };
}

/** The entries of all modules that are for this visitor, in the modules' order. */
export function menuEntries(modules: readonly TabModule[], signedIn: boolean): MenuEntry[] {
  const hiddenFrom = signedIn ? 'signed-out' : 'signed-in';
  return modules.flatMap(({ retired, facts: { navigation, routes } }) =>
    (retired ? [] : navigation)
      .filter(({ requires }) => requires !== hiddenFrom)
      .map(({ route, label }) => ({ path: (routes[route] ?? '/').replace(/\/\*$/, ''), label })),
  );
}
