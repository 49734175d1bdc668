import type { GateFinding } from '../model/gate-check.ts';
import type { ReleaseManifest } from '../model/release-manifest.ts';
import { routePatternsOverlap } from '../model/route-pattern.ts';
import { against, nameOf, type Neighbour } from './neighbours.ts';

/**
 * Where the paths of a page module, or its entries in the menu, belong to another module.
 *
 * @param live the module's live release. Another module's previous release cannot claim what the live release already
 * has: a module that used a path for a while must not block the owner's next release.
 */
export function addressClashes(
  proposal: ReleaseManifest,
  neighbours: readonly Neighbour[],
  live: ReleaseManifest | undefined,
): GateFinding[] {
  if (proposal.kind !== 'page-module') return [];
  const own = live?.kind === 'page-module' ? live.moduleManifest : null;
  return neighbours.flatMap((neighbour) => [
    ...pathClashes(proposal, neighbour, neighbour.as === 'previous' ? own : null),
    ...navigationClashes(proposal, neighbour, neighbour.as === 'previous' ? own : null),
  ]);
}

type PageModule = Extract<ReleaseManifest, { kind: 'page-module' }>;

function pathClashes({ moduleManifest }: PageModule, neighbour: Neighbour, own: PageModule['moduleManifest'] | null): GateFinding[] {
  const { manifest } = neighbour;
  if (manifest.kind !== 'page-module') return [];
  const taken = Object.values(manifest.moduleManifest.routes);
  const owned = new Set(Object.values(own?.routes ?? {}));
  return Object.values(moduleManifest.routes).filter((path) => !owned.has(path)).flatMap((path) =>
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
 * Two entries with the same label would look like one link to two places (WCAG 2.2, 2.4.4). Ids cannot clash: they begin
 * with the module's name, which is the registry's key.
 */
function navigationClashes({ moduleManifest }: PageModule, neighbour: Neighbour, own: PageModule['moduleManifest'] | null): GateFinding[] {
  const { manifest } = neighbour;
  if (manifest.kind !== 'page-module') return [];
  const { navigation } = manifest.moduleManifest;
  return moduleManifest.navigation.flatMap((entry) =>
    Object.entries(entry.label)
      .filter(([locale, text]) => !own?.navigation.some(({ label }) => label[locale] === text))
      .filter(([locale, text]) => navigation.some((other) => shownTogether(entry, other) && sameLabel(other.label[locale], text)))
      .map(([locale, text]): GateFinding => ({
        check: 'navigation',
        message: `its menu entry "${text}" (${locale}) has the same label as one of ${nameOf(neighbour)}: choose another label`,
        ...against(neighbour),
      })),
  );
}

type NavigationEntry = PageModule['moduleManifest']['navigation'][number];

function shownTogether({ requires: one }: NavigationEntry, { requires: other }: NavigationEntry): boolean {
  return one === undefined || other === undefined || one === other;
}

function sameLabel(one: string | undefined, other: string): boolean {
  return one?.toLowerCase() === other.toLowerCase();
}
