/** Where visitors land after logging in when they were not on their way to another page. */
export const HOME = '/workspace';

/**
 * Reads `?next=`: the page of this site to continue to.
 * @returns path with query and fragment; null when there is none, or when it leads away from the site
 */
export function readNextPath(search: string): string | null {
  const next = new URLSearchParams(search).get('next');
  if (!next) return null;
  const { origin } = window.location;
  if (!URL.canParse(next, origin)) return null;
  const target = new URL(next, origin);
  // Comparing `target.origin` is not enough: a `blob:` URL has the origin of this site. And the path of `/.//evil.example`,
  // which is on this site, would be read as the URL of another host.
  if (!target.href.startsWith(`${origin}/`) || target.pathname.startsWith('//')) return null;
  return target.pathname + target.search + target.hash;
}

/** Adds the page to continue to, if any, to a path. */
export function withNextPath(path: string, next: string | null): string {
  return next === null ? path : `${path}?${new URLSearchParams({ next }).toString()}`;
}
