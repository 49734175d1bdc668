import type { GateFinding } from '../model/gate-check.ts';
import type { ReleaseManifest } from '../model/release-manifest.ts';
import { routePatternsOverlap } from '../model/route-pattern.ts';
import { against, named, type Neighbour } from './neighbours.ts';

/**
 * Whether the paths of a page module, and its entries in the menu, are nobody else's (design §5).
 *
 * @param live what is live of the module now. Somebody's previous release does not speak against what that has already:
 * whoever took an address for a while, and gave it back, must not keep its owner from releasing.
 */
export function addressesAreFree(
  proposal: ReleaseManifest,
  neighbours: readonly Neighbour[],
  live: ReleaseManifest | undefined,
): GateFinding[] {
  if (proposal.kind !== 'page-module') return [];
  const own = live?.kind === 'page-module' ? live.facts : null;
  return neighbours.flatMap((neighbour) => [
    ...pathClashes(proposal, neighbour, neighbour.as === 'previous' ? own : null),
    ...navigationClashes(proposal, neighbour, neighbour.as === 'previous' ? own : null),
  ]);
}

type PageModule = Extract<ReleaseManifest, { kind: 'page-module' }>;

function pathClashes({ facts }: PageModule, neighbour: Neighbour, own: PageModule['facts'] | null): GateFinding[] {
  const { manifest } = neighbour;
  if (manifest.kind !== 'page-module') return [];
  const taken = Object.values(manifest.facts.routes);
  const owned = new Set(Object.values(own?.routes ?? {}));
  return Object.values(facts.routes).filter((path) => !owned.has(path)).flatMap((path) =>
    taken
      .filter((other) => routePatternsOverlap(path, other))
      .map((other): GateFinding => ({
        check: 'paths',
        message: `its path ${path} clashes with ${other}, which belongs to ${named(neighbour)}: take another path`,
        ...against(neighbour),
      })),
  );
}

/**
 * Navigation ids, a module's name with a route's key, cannot clash, for names are the registry's keys. What people see
 * of an entry is its label: two of one name in one menu would be the same link to two places (WCAG 2.2, 2.4.4).
 */
function navigationClashes({ facts }: PageModule, neighbour: Neighbour, own: PageModule['facts'] | null): GateFinding[] {
  const { manifest } = neighbour;
  if (manifest.kind !== 'page-module') return [];
  const { navigation } = manifest.facts;
  return facts.navigation.flatMap((entry) =>
    Object.entries(entry.label)
      .filter(([locale, text]) => !own?.navigation.some(({ label }) => label[locale] === text))
      .filter(([locale, text]) => navigation.some((other) => shownTogether(entry, other) && sameLabel(other.label[locale], text)))
      .map(([locale, text]): GateFinding => ({
        check: 'navigation',
        message: `its menu entry "${text}" (${locale}) is called like one of ${named(neighbour)}: choose another label`,
        ...against(neighbour),
      })),
  );
}

type NavigationEntry = PageModule['facts']['navigation'][number];

function shownTogether({ requires: one }: NavigationEntry, { requires: other }: NavigationEntry): boolean {
  return one === undefined || other === undefined || one === other;
}

function sameLabel(one: string | undefined, other: string): boolean {
  return one?.toLowerCase() === other.toLowerCase();
}
