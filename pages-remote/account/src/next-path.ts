/** Where people land who log in without having been on the way to somewhere. */
export const HOME = '/workspace';

/**
 * Reads `?next=`: the page of this site that a person was on the way to.
 * @returns path with query and fragment; null for none, and for everything that leads away from the site.
 */
export function readNextPath(search: string): string | null {
  const next = new URLSearchParams(search).get('next');
  if (!next) return null;
  const { origin } = window.location;
  if (!URL.canParse(next, origin)) return null;
  const target = new URL(next, origin);
  // Not the origin: that of `blob:` addresses is this one. And `/.//evil.example` is of this origin, but its path alone would be
  // read as another host's address.
  if (!target.href.startsWith(`${origin}/`) || target.pathname.startsWith('//')) return null;
  return target.pathname + target.search + target.hash;
}

/** A path that carries on where to go afterwards. */
export function withNextPath(path: string, next: string | null): string {
  return next === null ? path : `${path}?${new URLSearchParams({ next }).toString()}`;
}
