import * as v from 'valibot';
import { remoteNameSchema } from './identity.ts';
import { FILE_PATH } from './route-pattern.ts';
import { SITE_SLOT_OWNER } from './site-slots.ts';
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
  v.record(localeSchema, v.pipe(v.string(), v.trim(), v.nonEmpty('must not be empty'), v.maxLength(100))),
  v.check((texts) => Object.keys(texts).length > 0, 'A text needs at least one language'),
);

const KEY = '[A-Za-z][A-Za-z0-9_-]{0,39}';

/** The key of a route, slot, extension, command or search provider within its module. */
const keySchema = v.pipe(
  v.string(),
  v.regex(new RegExp(`^${KEY}$`), "A key has 1 to 40 letters, digits, _ and -, and starts with a letter; the module's name is added by the site"),
);

/** The name of another module's slot or extension. */
const qualifiedNameSchema = v.pipe(
  v.string(),
  v.regex(new RegExp(`^[a-z][a-z0-9-]{0,39}\\.${KEY}$`), 'Slots and extensions of other modules are named module.key'),
);

const slotVersionSchema = v.pipe(
  v.string(),
  v.regex(/^(?:0|[1-9]\d{0,3})\.(?:0|[1-9]\d{0,3})$/, 'The version of a slot is MAJOR.MINOR, such as 1.0'),
);

const orderSchema = v.pipe(v.number(), v.minValue(0, 'must be a number from 0 to 1000'), v.maxValue(1000, 'must be a number from 0 to 1000'));

const iconSchema = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,39}$/, 'An icon is named as in the kit, such as users'));

function pixels(least: number, most: number) {
  const message = `must be a whole number of pixels from ${least} to ${most}`;
  return v.pipe(v.number(message), v.integer(message), v.minValue(least, message), v.maxValue(most, message));
}

/** A record with a maximum number of keys. */
function record<Schema extends v.GenericSchema>(schema: Schema, most: number, what: string) {
  return v.pipe(
    v.record(keySchema, schema),
    v.check((entries) => Object.keys(entries).length <= most, `A module has at most ${most} ${what}`),
  );
}

const audienceEntries = {
  requires: v.exactOptional(v.picklist(['signed-in', 'signed-out'])),
  assurance: v.exactOptional(v.literal('aal2')),
  secondFactor: v.exactOptional(v.literal('missing')),
  permission: v.exactOptional(v.pipe(v.string(), v.nonEmpty('must not be empty'), v.maxLength(100))),
};

const slotSchema = v.strictObject({
  version: slotVersionSchema,
  description: v.exactOptional(v.pipe(v.string(), v.trim(), v.nonEmpty('must not be empty'), v.maxLength(200))),
  layout: v.exactOptional(v.picklist(['stack', 'cards', 'row'])),
});

const extensionSchema = v.strictObject({
  slot: qualifiedNameSchema,
  slotVersion: slotVersionSchema,
  title: textsSchema,
  size: v.pipe(
    v.strictObject({
      height: pixels(16, 2000),
      maxHeight: v.exactOptional(pixels(16, 4000)),
      width: v.exactOptional(pixels(16, 600)),
    }),
    v.check(({ height, maxHeight = height }) => maxHeight >= height, 'maxHeight is at least height'),
  ),
  order: v.exactOptional(orderSchema),
  after: v.exactOptional(qualifiedNameSchema),
  ...audienceEntries,
});

const commandSchema = v.strictObject({
  title: textsSchema,
  keywords: v.exactOptional(textsSchema),
  shortcut: v.exactOptional(v.pipe(v.string(), v.regex(/^(?:[a-z0-9](?: [a-z0-9])?|\/)$/, 'A shortcut is one or two letters or digits, such as c or g b, or /'))),
  icon: v.exactOptional(iconSchema),
  route: v.exactOptional(keySchema),
  on: v.exactOptional(v.pipe(v.array(keySchema), v.minLength(1, 'A command names at least one route, or no `on`'))),
  userMenu: v.exactOptional(v.boolean()),
  ...audienceEntries,
});

const searchSchema = v.strictObject({ title: textsSchema, ...audienceEntries });

/**
 * What a page module contributes to pages of others and to the command palette. Documents and listings leave it out; tabs
 * request it when they first need it.
 */
const contributionEntries = {
  slots: v.exactOptional(record(slotSchema, 20, 'slots')),
  extensions: v.exactOptional(record(extensionSchema, 20, 'extensions')),
  commands: v.exactOptional(record(commandSchema, 50, 'commands')),
  search: v.exactOptional(record(searchSchema, 5, 'search providers')),
};

/** An entry of the site's menu. The module's name and `route` identify it. */
const navigationEntrySchema = v.strictObject({
  route: keySchema,
  label: textsSchema,
  requires: v.exactOptional(v.picklist(['signed-in', 'signed-out'])),
  group: v.exactOptional(textsSchema),
  order: v.exactOptional(orderSchema),
  icon: v.exactOptional(iconSchema),
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
    owner: v.exactOptional(v.pipe(v.string(), v.trim(), v.nonEmpty('must not be empty'), v.maxLength(100))),
    contract: versionRangeSchema,
    title: textsSchema,
    routes: v.record(keySchema, routePatternSchema),
    navigation: v.array(navigationEntrySchema),
    start: v.exactOptional(v.picklist(['application', 'navigation'])),
    /** Keys of the routes whose HTML belongs to the release. */
    prerender: v.exactOptional(
      v.pipe(
        v.array(keySchema),
        v.minLength(1, 'prerender names at least one route'),
        v.maxLength(10, 'A module has at most 10 prerendered routes'),
        v.check((keys) => hasNoRepetition(keys), 'prerender names a route twice'),
      ),
    ),
    ...contributionEntries,
  }),
  v.check(({ name }) => name !== SITE_SLOT_OWNER, "The name site belongs to the shell's own slots: choose another name"),
  v.check((manifest) => hasNoRepetition(Object.values(manifest.routes)), 'Two routes have the same path'),
  v.check(
    (manifest) => manifest.navigation.every(({ route }) => Object.hasOwn(manifest.routes, route)),
    'A navigation entry names a route that is not in routes',
  ),
  v.check(({ routes, navigation }) => navigation.every(({ route }) => !(routes[route] ?? '').includes(':')), 'A navigation entry leads to a route with parameters'),
  v.check(
    ({ routes, prerender = [] }) => prerender.every((key) => Object.hasOwn(routes, key)),
    'prerender names a route that is not in routes',
  ),
  v.check(
    ({ routes, prerender = [] }) => prerender.every((key) => !/[:*]/.test(routes[key] ?? '')),
    'A route with parameters cannot be prerendered',
  ),
  v.check(
    (manifest) => hasNoRepetition(manifest.navigation.map(({ route }) => route)),
    'Two navigation entries name the same route',
  ),
  v.check(
    ({ routes, commands = {} }) =>
      Object.values(commands).every(({ route, on = [] }) => [...on, ...(route === undefined ? [] : [route])].every((key) => Object.hasOwn(routes, key))),
    'A command names a route that is not in routes',
  ),
  v.check(
    ({ routes, commands = {} }) => Object.values(commands).every(({ route }) => route === undefined || !/[:*]/.test(routes[route] ?? '')),
    'A command opens a route with parameters; run code that opens it instead',
  ),
);

/**
 * The module manifest of a new build. A page at a path that ends like the name of a file would open by a link, and be not found after a
 * reload. Releases that are stored already may have one.
 */
export const newModuleManifestSchema = v.pipe(
  moduleManifestSchema,
  v.check(
    ({ routes }) => !Object.values(routes).some((path) => FILE_PATH.test(path)),
    'A path ends like the name of a file, such as .html or .json, and the site serves no page there',
  ),
);

/** See {@link moduleManifestSchema}. */
export type ModuleManifest = v.InferOutput<typeof moduleManifestSchema>;
