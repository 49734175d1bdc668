import type { AuthRelease, ListedPage, PageRelease, ReleaseDetails, ReleaseListing, ReleaseSet, ShellRelease } from '@atrium/releases/wire';

/** Releases that replace those of the site in the tabs of one proxy. Null keeps the site's release. */
export interface Replacement {
  readonly shell: ShellRelease | null;
  readonly auth: AuthRelease | null;
  /** Page modules: they replace modules of the same name, and others are added. */
  readonly pages: readonly PageRelease[];
}

/** Applies a replacement to the release set of a document. A replaced remote has no fallback release, so that its failures are visible. */
export function replaceInSet(set: ReleaseSet, { shell, auth, pages }: Replacement): ReleaseSet {
  return {
    ...set,
    shell: shell ?? set.shell,
    auth: auth ? { ...auth, previous: null } : set.auth,
    pages: withPages(set.pages, pages.map(listedPage)),
  };
}

/** Applies a replacement to the listing that open tabs request, consistently with {@link replaceInSet}. */
export function replaceInListing(listing: ReleaseListing, { shell, auth, pages }: Replacement): ReleaseListing {
  return {
    ...listing,
    shell: shell?.release ?? listing.shell,
    auth: auth?.release ?? listing.auth,
    pages: withPages(listing.pages, pages.map((page) => ({ ...listedPage(page), files: null }))),
  };
}

/** The details that a tab needs to load a release of the replacement; null if the release is not part of it. */
export function detailsOf({ auth, pages }: Replacement, name: string, release: string): ReleaseDetails | null {
  const remotes = [...(auth ? [auth] : []), ...pages];
  return remotes.find((remote) => remote.name === name && remote.release === release) ?? null;
}

function listedPage({ name, release, manifest, contributions: _contributions, slotProps: _slotProps, ...files }: PageRelease): ListedPage {
  return { name, release, previous: null, manifest, files };
}

/** Replaces pages by name, and appends new ones: the order that a tab keeps them in. */
function withPages(pages: readonly ListedPage[], others: readonly ListedPage[]): ListedPage[] {
  const byName = new Map(others.map((page) => [page.name, page]));
  const replaced = pages.map((page) => byName.get(page.name) ?? page);
  const known = new Set(pages.map(({ name }) => name));
  return [...replaced, ...others.filter(({ name }) => !known.has(name))];
}
