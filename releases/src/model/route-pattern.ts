function segmentsOf(path: string): string[] {
  return path.split('/').filter((part) => part !== '');
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // A stray % is an ordinary character.
  }
}

/** Paths that end like the name of a file. Browsers and scanners ask for them, so the site serves no page there. Other dots may be part of a page's path. */
export const FILE_PATH = /\.(?:m?js|css|map|json|xml|txt|ico|svg|png|jpe?g|gif|webp|avif|woff2?|wasm|webmanifest|html?|php|env|ya?ml|zip)$/i;

/**
 * Matches a path with a pattern as react-router-dom does: it ignores letter case and trailing slashes, a param is one
 * segment, and a trailing `*` is any number of segments, including none.
 *
 * @returns the decoded parameters, with the rest under `*`; null if the path does not match
 */
export function matchRoutePattern(pattern: string, pathname: string): Readonly<Record<string, string>> | null {
  const wanted = segmentsOf(pattern);
  const given = segmentsOf(pathname).map(decoded);
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    if (part === '*') return { ...params, '*': given.slice(index).join('/') };
    const value = given[index];
    if (value === undefined) return null;
    if (part.startsWith(':')) params[part.slice(1)] = value;
    else if (part.toLowerCase() !== value.toLowerCase()) return null;
  }
  return given.length === wanted.length ? params : null;
}

/** A parameter is missing, or impossible in a path: browsers resolve `.` and `..` (https://url.spec.whatwg.org/#double-dot-path-segment). */
export class RouteParameterError extends Error {
  override readonly name = 'RouteParameterError';
}

/**
 * Fills a pattern's parameters in. {@link matchRoutePattern} reads the same parameters back.
 *
 * @param params each parameter's text, not encoded; `*` is optional and may have several segments
 * @throws RouteParameterError if a parameter is missing, empty, or has a segment `.` or `..`
 */
export function fillRoutePattern(pattern: string, params: Readonly<Record<string, string | undefined>>): string {
  const parts = segmentsOf(pattern).flatMap((part) => {
    if (part === '*') return segmentsOf(params['*'] ?? '');
    if (!part.startsWith(':')) return part;
    const value = params[part.slice(1)];
    if (!value) throw new RouteParameterError(`The path ${pattern} needs the parameter "${part.slice(1)}".`);
    return value;
  });
  const dots = parts.find((part) => part === '.' || part === '..');
  if (dots !== undefined) throw new RouteParameterError(`The path ${pattern} cannot have "${dots}" as a part.`);
  return `/${parts.map(encodeURIComponent).join('/')}`;
}

/**
 * Ranks patterns as react-router-dom does: of two that match a path, the router shows the one with the higher number.
 */
export function rankRoutePattern(pattern: string): number {
  const parts = segmentsOf(pattern);
  return parts.reduce((rank, part) => rank + (part === '*' ? -2 : part.startsWith(':') ? 3 : 10), parts.length);
}

/** Whether some path matches both patterns. */
export function routePatternsOverlap(one: string, other: string): boolean {
  const left = segmentsOf(one);
  const right = segmentsOf(other);
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const a = left[index];
    const b = right[index];
    if (a === '*' || b === '*') return true;
    if (a === undefined || b === undefined) return false;
    if (!a.startsWith(':') && !b.startsWith(':') && a.toLowerCase() !== b.toLowerCase()) return false;
  }
  return true;
}
