import type { TabModule } from '../site/tab-modules.ts';

/** An entry of the site's menu. */
export interface MenuEntry {
  readonly path: string;
  readonly label: { readonly [locale: string]: string };
}

/**
 * The entries of all modules that are for this visitor, in the modules' order.
 *
 * @param visitor null for somebody who has yet to give a code, and gets no further before
 */
export function menuEntries(modules: readonly TabModule[], visitor: 'signed-in' | 'signed-out' | null): MenuEntry[] {
  return modules.flatMap(({ retired, facts: { navigation, routes } }) =>
    (retired ? [] : navigation)
      .filter(({ requires }) => !requires || requires === visitor)
      .map(({ route, label }) => ({ path: (routes[route] ?? '/').replace(/\/\*$/, ''), label })),
  );
}
