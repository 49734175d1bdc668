import type { ListedPage, ReleaseSet } from '@atrium/releases/release-set';
import type { LiveSite } from '@atrium/releases/live-site';
import type { PageOfPath } from './page-of-path.ts';

/** Up to this many page modules a document names all of them with their files: one request less for small sites. */
const smallSite = 4;

/** Of a bigger site, a document names this many modules that are in the menu, besides the one of its path. */
const menuModules = 4;

/**
 * The release set that a document brings. It must not grow with the number of page modules, so of a bigger site it has
 * the module of the path, and the first few of the menu without their files; tabs ask for the rest later.
 *
 * @param previewed a module that is named in any case: what tabs ask for is live, and this one is not
 */
export function documentSet({ revision, shell, auth, pages }: LiveSite, target: PageOfPath | null, previewed: string | null): ReleaseSet {
  const set = { schema: 2, revision, shell, auth } as const;
  if (pages.length <= smallSite) return { ...set, pages: [...pages], complete: true };
  const menu = new Set<ListedPage>();
  for (const page of pages) if (menu.size < menuModules && page.facts.navigation.length > 0) menu.add(page);
  const named = pages.filter((page) => page === target?.page || menu.has(page) || page.name === previewed);
  return { ...set, pages: named.map((page) => (page === target?.page ? page : { ...page, files: null })), complete: false };
}
