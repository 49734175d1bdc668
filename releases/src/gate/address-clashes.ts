import type { GateFinding } from '../model/gate-check.ts';
import { menuHeading } from '../model/menu-heading.ts';
import type { ModuleManifest } from '../model/module-manifest.ts';
import { routePatternsOverlap } from '../model/route-pattern.ts';
import { against, nameOf, type Neighbour } from './neighbours.ts';

/**
 * Where the paths of a page module, or its entries in the menu, belong to another module.
 *
 * @param live the module manifest of the module's live release, or null. Another module's previous release cannot claim what
 * the live release already has: a module that used a path for a while must not block the owner's next release.
 */
export function addressClashes(
  proposed: ModuleManifest,
  neighbours: readonly Neighbour[],
  live: ModuleManifest | null,
): GateFinding[] {
  return neighbours.flatMap((neighbour) => {
    const own = neighbour.as === 'previous' ? live : null;
    return [...pathClashes(proposed, neighbour, own), ...navigationClashes(proposed, neighbour, own)];
  });
}

function pathClashes(proposed: ModuleManifest, neighbour: Neighbour, own: ModuleManifest | null): GateFinding[] {
  const taken = Object.values(neighbour.moduleManifest?.routes ?? {});
  const owned = new Set(Object.values(own?.routes ?? {}));
  return Object.values(proposed.routes).filter((path) => !owned.has(path)).flatMap((path) =>
    taken
      .filter((other) => routePatternsOverlap(path, other))
      .map((other): GateFinding => ({
        check: 'paths',
        message: `its path ${path} clashes with ${other}, which belongs to ${nameOf(neighbour)}: take another path`,
        ...against(neighbour),
      })),
  );
}

/**
 * Two entries with the same label in one section of the menu would look like one link to two places (WCAG 2.2, 2.4.4). Ids cannot
 * clash: they begin with the module's name, which is the registry's key.
 */
function navigationClashes(proposed: ModuleManifest, neighbour: Neighbour, own: ModuleManifest | null): GateFinding[] {
  const { moduleManifest: other } = neighbour;
  if (!other) return [];
  return proposed.navigation.flatMap((entry) =>
    Object.entries(entry.label)
      .filter(([locale, text]) => !own?.navigation.some(({ label }) => label[locale] === text))
      .filter(([locale, text]) => other.navigation.some((taken) => sameLabel(taken.label[locale], text) && shareSection(entry, proposed, taken, other, locale)))
      .map(([locale, text]): GateFinding => ({
        check: 'navigation',
        message: `its menu entry "${text}" (${locale}) has the same label as one of ${nameOf(neighbour)} in the same section of the menu: choose another label or group`,
        ...against(neighbour),
      })),
  );
}

type NavigationEntry = ModuleManifest['navigation'][number];

/** Whether some visitors see both entries below the same heading. */
function shareSection(one: NavigationEntry, module: ModuleManifest, other: NavigationEntry, otherModule: ModuleManifest, locale: string): boolean {
  return (['signed-in', 'signed-out'] as const).some(
    (visitor) => isShown(one, visitor) && isShown(other, visitor) && sectionOf(one, module, visitor, locale) === sectionOf(other, otherModule, visitor, locale),
  );
}

function isShown({ requires }: NavigationEntry, visitor: 'signed-in' | 'signed-out'): boolean {
  return requires === undefined || requires === visitor;
}

/** The English heading of an entry's section, by which the menu joins the sections of several modules; null for "Other". */
function sectionOf(entry: NavigationEntry, { navigation, title }: ModuleManifest, visitor: 'signed-in' | 'signed-out', locale: string): string | null {
  const heading = menuHeading(entry, navigation.filter((one) => isShown(one, visitor)), title);
  return heading && (heading['en'] ?? heading[locale] ?? Object.values(heading)[0] ?? null);
}

function sameLabel(one: string | undefined, other: string): boolean {
  return one?.toLowerCase() === other.toLowerCase();
}
