import type { AuthRelease, PageRelease, ReleaseDetails, ReleaseListing } from '@atrium/releases/release-answers';
import type { ListedPage, ReleaseSet, ShellRelease } from '@atrium/releases/release-set';

/** What stands in the place of the site's own releases, in the tabs of one proxy; null and no entry leave the site's. */
export interface Replacement {
  readonly shell: ShellRelease | null;
  readonly auth: AuthRelease | null;
  /** Page modules: those that the site has are replaced, others are added. */
  readonly pages: readonly PageRelease[];
}

/** The release set of a document with what replaces some of it. Nothing stands in for what replaces: its failures are to be seen. */
export function replaceInSet(set: ReleaseSet, { shell, auth, pages }: Replacement): ReleaseSet {
  return {
    ...set,
    shell: shell ?? set.shell,
    auth: auth ? { ...auth, previous: null } : set.auth,
    pages: withPages(set.pages, pages.map(listedPage)),
  };
}

/** The listing that open tabs ask for, in agreement with {@link replaceInSet}. */
export function replaceInListing(listing: ReleaseListing, { shell, auth, pages }: Replacement): ReleaseListing {
  return {
    ...listing,
    shell: shell?.release ?? listing.shell,
    auth: auth?.release ?? listing.auth,
    pages: withPages(listing.pages, pages.map((page) => ({ ...listedPage(page), files: null }))),
  };
}

/** What it takes to load one release that replaces another; null if that is none of them. */
export function detailsOf({ auth, pages }: Replacement, name: string, release: string): ReleaseDetails | null {
  const remotes = [...(auth ? [auth] : []), ...pages];
  return remotes.find((remote) => remote.name === name && remote.release === release) ?? null;
}

function listedPage({ name, release, manifest, ...files }: PageRelease): ListedPage {
  return { name, release, previous: null, manifest, files };
}

/** Each page in the place of the one with its name, further ones at the end, as a tab has them. */
function withPages(pages: readonly ListedPage[], others: readonly ListedPage[]): ListedPage[] {
  const byName = new Map(others.map((page) => [page.name, page]));
  const replaced = pages.map((page) => byName.get(page.name) ?? page);
  const known = new Set(pages.map(({ name }) => name));
  return [...replaced, ...others.filter(({ name }) => !known.has(name))];
}
