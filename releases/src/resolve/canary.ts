import { createHash } from 'node:crypto';
import type { LiveSite, SiteCanary } from './live-site.ts';

/**
 * The visitor's place among all visitors of a canary, from 0 to below 100: the same for one visitor and one canary, and
 * evenly spread. Its salt is the canary's release, so that it is not always the same people who try what is new.
 */
export function placeOf(visitor: string, name: string, release: string): number {
  return (createHash('sha256').update(`${visitor} ${name} ${release}`).digest().readUInt32BE() / 2 ** 32) * 100;
}

/** The canaries that a visitor gets. A higher percentage adds visitors and takes none out. */
export function canariesOf({ canaries }: Pick<LiveSite, 'canaries'>, visitor: string): readonly SiteCanary[] {
  return canaries.filter(({ name, release, percent }) => placeOf(visitor, name, release) < percent);
}

/** The site as the visitors of some of its canaries have it. */
export function withCanaries(site: LiveSite, canaries: readonly SiteCanary[]): LiveSite {
  return canaries.reduce<LiveSite>((before, canary) => {
    if ('shell' in canary) return { ...before, shell: canary.shell };
    if ('auth' in canary) return { ...before, auth: canary.auth };
    const others = before.pages.filter(({ name }) => name !== canary.name);
    return others.length === before.pages.length
      ? { ...before, pages: [...others, canary.page] }
      : { ...before, pages: before.pages.map((page) => (page.name === canary.name ? canary.page : page)) };
  }, site);
}
