import * as v from 'valibot';
import { remoteNameSchema } from './identity.ts';
import { versionRangeSchema } from './versions.ts';

const SEGMENT = String.raw`(?::[A-Za-z][A-Za-z0-9_]*|[A-Za-z0-9_~-][A-Za-z0-9._~-]*)`;

/** First segments that the site's server handles itself: it would never show a page there. */
const RESERVED_SEGMENTS: ReadonlySet<string> = new Set(['api', 'releases', '__atrium', 'healthz', 'readyz', 'metrics']);

/** A route's path: static segments, `:param` segments and at most one trailing `*`, without a trailing slash. */
export const routePatternSchema = v.pipe(
  v.string(),
  v.maxLength(200, 'A path pattern has at most 200 characters'),
  v.regex(
    new RegExp(`^(?:/|(?:/${SEGMENT})+(?:/\\*)?|/\\*)$`),
    'A path pattern starts with / and has static segments, :param segments and at most a trailing *',
  ),
  v.check(
    (pattern) => !RESERVED_SEGMENTS.has(pattern.split('/')[1]?.toLowerCase() ?? ''),
    "This path belongs to the site's own server",
  ),
);

const localeSchema = v.pipe(
  v.string(),
  v.regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, 'A locale is a language tag (BCP 47), such as en or pt-BR'),
);

/** One text in each of its languages, by locale. */
const textsSchema = v.pipe(
  v.record(localeSchema, v.pipe(v.string(), v.trim(), v.nonEmpty('A text is not empty'), v.maxLength(100))),
  v.check((texts) => Object.keys(texts).length > 0, 'A text needs at least one language'),
);

const routeKeySchema = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z][A-Za-z0-9_-]{0,39}$/, 'A route key has 1 to 40 letters, digits, _ and -, and starts with a letter'),
);

/** An entry of the site's menu. The module's name and `route` identify it. */
const navigationEntrySchema = v.strictObject({
  route: routeKeySchema,
  label: textsSchema,
  requires: v.exactOptional(v.picklist(['signed-in', 'signed-out'])),
});

function hasNoRepetition(values: readonly string[]): boolean {
  return new Set(values).size === values.length;
}

/**
 * A module manifest: what a page module says about itself, as plain data that the shell and the gate read without running it.
 * Unknown keys are an error.
 */
export const moduleManifestSchema = v.pipe(
  v.strictObject({
    name: remoteNameSchema,
    /** The contact for questions about the module. */
    owner: v.exactOptional(v.pipe(v.string(), v.trim(), v.nonEmpty('An owner is not empty'), v.maxLength(100))),
    contract: versionRangeSchema,
    title: textsSchema,
    routes: v.record(routeKeySchema, routePatternSchema),
    navigation: v.array(navigationEntrySchema),
    start: v.exactOptional(v.picklist(['application', 'navigation'])),
  }),
  v.check((manifest) => hasNoRepetition(Object.values(manifest.routes)), 'Two routes have the same path'),
  v.check(
    (manifest) => manifest.navigation.every(({ route }) => Object.hasOwn(manifest.routes, route)),
    'A navigation entry names a route that is not in routes',
  ),
  v.check(
    (manifest) => hasNoRepetition(manifest.navigation.map(({ route }) => route)),
    'Two navigation entries name the same route',
  ),
);

/** See {@link moduleManifestSchema}. */
export type ModuleManifest = v.InferOutput<typeof moduleManifestSchema>;
