import type { TabModule } from '../runtime/tab-modules.ts';

/** An entry of the site's menu. */
interface MenuEntry {
  readonly path: string;
  readonly label: { readonly [locale: string]: string };
}

/**
 * The menu entries of all modules for this visitor, in the modules' order.
 *
 * @param visitor null for a signed-in user who still has to enter a code, and can open no protected page before
 */
export function menuEntries(modules: readonly TabModule[], visitor: 'signed-in' | 'signed-out' | null): MenuEntry[] {
  return modules.flatMap(({ retired, manifest: { navigation, routes } }) =>
    (retired ? [] : navigation)
      .filter(({ requires }) => !requires || requires === visitor)
      .map(({ route, label }) => ({ path: (routes[route] ?? '/').replace(/\/\*$/, ''), label })),
  );
}
