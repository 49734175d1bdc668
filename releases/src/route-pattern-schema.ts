import * as v from 'valibot';

const segment = String.raw`(?::[A-Za-z][A-Za-z0-9_]*|[A-Za-z0-9_~-][A-Za-z0-9._~-]*)`;

/** First segments that the site's own server answers itself: a page there would never be seen. */
const reserved: ReadonlySet<string> = new Set(['api', 'releases', '__atrium', 'healthz', 'readyz', 'metrics']);

/** A page's path: static segments, `:param` segments and at most one trailing `*`, without a trailing slash. */
export const routePatternSchema = v.pipe(
  v.string(),
  v.maxLength(200, 'A path pattern has at most 200 characters'),
  v.regex(
    new RegExp(`^(?:/|(?:/${segment})+(?:/\\*)?|/\\*)$`),
    'A path pattern starts with / and has static segments, :param segments and at most a trailing *',
  ),
  v.check(
    (pattern) => !reserved.has(pattern.split('/')[1]?.toLowerCase() ?? ''),
    "This path belongs to the site's own server",
  ),
);
