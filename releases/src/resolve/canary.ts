import { createHash } from 'node:crypto';
import type { LiveSite, SiteCanary } from './live-site.ts';

/**
 * A visitor's position for a canary, from 0 to below 100. It is stable and evenly distributed. The release is part of the
 * hash, so that different visitors get each new canary.
 */
export function canaryPosition(visitor: string, name: string, release: string): number {
  return (createHash('sha256').update(`${visitor} ${name} ${release}`).digest().readUInt32BE() / 2 ** 32) * 100;
}

/** The canaries that a visitor gets. Raising the percentage adds visitors and removes none. */
export function canariesOf({ canaries }: Pick<LiveSite, 'canaries'>, visitor: string): readonly SiteCanary[] {
  return canaries.filter(({ name, release, percent }) => canaryPosition(visitor, name, release) < percent);
}

/** The site with these canaries instead of the live releases. */
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
