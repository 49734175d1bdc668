import type { AuthState } from '@atrium/page-kit/contract/auth';
import { DEFAULT_ORDER, HEADER_ENTRIES } from '@atrium/releases/wire';
import type { MenuVisitor } from '../runtime/open-tab.ts';
import type { ListedEntry, ListedManifest } from '../runtime/site-source.ts';
import type { TabModule } from '../runtime/tab-modules.ts';
import { localizedText } from '../texts/document-language.ts';

/** An entry of the site's menu. */
export interface MenuEntry extends ListedEntry {
  readonly path: string;
  readonly order: number;
  /** The manifest of its module. */
  readonly manifest: ListedManifest;
}

/** For whom the menu has entries. */
export function menuVisitorOf({ user, assurance: { currentLevel, nextLevel } }: Pick<AuthState, 'user' | 'assurance'>): MenuVisitor {
  if (!user) return 'signed-out';
  return currentLevel === nextLevel ? 'signed-in' : null;
}

/** The menu entries of all modules for this visitor: by their `order`, then in the modules' order. */
export function menuEntries(modules: readonly TabModule[], visitor: MenuVisitor): MenuEntry[] {
  return modules
    .flatMap(({ retired, manifest }) =>
      (retired ? [] : manifest.navigation)
        .filter(({ requires }) => !requires || requires === visitor)
        .map((entry) => ({ order: DEFAULT_ORDER, ...entry, manifest, path: (manifest.routes[entry.route] ?? '/').replace(/\/\*$/, '') })),
    )
    .sort((one, other) => one.order - other.order);
}

/** A link of the header and of the start page. */
interface FirstEntry {
  readonly path: string;
  readonly text: string;
  readonly icon: string | undefined;
}

/** The first entries of the menu. They appear without their section, so the title of its module follows a label that two of them have. */
export function firstEntries(modules: readonly TabModule[], visitor: MenuVisitor): FirstEntry[] {
  const entries = menuEntries(modules, visitor).slice(0, HEADER_ENTRIES);
  const labels = entries.map(({ label }) => localizedText(label));
  return entries.map(({ path, manifest, icon }, place) => {
    const label = labels[place] ?? '';
    return { path, icon, text: labels.indexOf(label) === labels.lastIndexOf(label) ? label : `${label} (${localizedText(manifest.title)})` };
  });
}
