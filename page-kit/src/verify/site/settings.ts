import path from 'node:path';
import { readOrNull } from '@atrium/releases/durable-files';
import { fillRoutePattern, RouteParameterError } from '@atrium/releases/route-pattern';
import * as v from 'valibot';
import { VerifyError } from '../../errors.ts';

/** Value of a parameter that the settings do not contain: a valid key without a row. */
const UNKNOWN_KEY = '00000000-0000-4000-8000-000000000000';

const texts = v.record(v.string(), v.string());

const tableSchema = v.strictObject({
  key: v.exactOptional(v.array(v.string())),
  references: v.exactOptional(texts),
  search: v.exactOptional(v.record(v.string(), v.array(v.string()))),
});

const bucketSchema = v.strictObject({
  /** Whether everybody may read its files. */
  public: v.optional(v.boolean(), false),
  /** Files by path, as data URLs (RFC 2397). */
  files: v.optional(v.record(v.string(), v.pipe(v.string(), v.regex(/^data:[^,]*,/, 'A file is a data URL such as data:text/plain,Hello'))), {}),
});

const settingsSchema = v.strictObject({
  /** Parameters by route. Others get a made-up value. */
  params: v.optional(v.record(v.string(), texts), {}),
  /** Path of a page with the slot, for each slot of another module that no page without parameters has. */
  slots: v.optional(v.record(v.string(), v.pipe(v.string(), v.startsWith('/', 'A path starts with /'))), {}),
  /** Permissions of every signed-in visitor (`app_metadata.permissions`). */
  permissions: v.optional(v.array(v.string()), []),
  /** Rows by table. Other tables are empty. */
  rows: v.optional(v.record(v.string(), v.array(v.record(v.string(), v.unknown()))), {}),
  /** Definitions by table, as in the test kit's `backend.table(…).define`. */
  tables: v.optional(v.record(v.string(), tableSchema), {}),
  /** Storage buckets by name. Others exist, are private and empty. */
  buckets: v.optional(v.record(v.string(), bucketSchema), {}),
  /** Responses by server function, as JSON. */
  functions: v.optional(v.record(v.string(), v.unknown()), {}),
  /** Responses by database function, as JSON. */
  databaseFunctions: v.optional(v.record(v.string(), v.unknown()), {}),
});

const moduleSchema = v.object({ verify: v.exactOptional(settingsSchema) });

/** A package can contain several modules. The settings of one module override those of the package. */
const packageSchema = v.object({
  atrium: v.optional(v.object({ ...moduleSchema.entries, modules: v.optional(v.record(v.string(), moduleSchema), {}) }), {}),
});

/** The data for a module's pages: `atrium.verify` or `atrium.modules.<name>.verify` in its package.json. */
export type VerifySettings = v.InferOutput<typeof settingsSchema>;

/** Reads the settings of a module from the nearest package.json, from its folder upwards. @throws VerifyError if they are invalid */
export async function readVerifySettings(folder: string, name: string): Promise<VerifySettings> {
  const file = path.join(folder, 'package.json');
  const text = await readOrNull(file);
  const above = path.dirname(path.resolve(folder));
  if (text === null && above !== path.resolve(folder)) return readVerifySettings(above, name);
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), packageSchema), text?.toString('utf8') ?? '{}');
  if (parsed.success) {
    const { verify, modules } = parsed.output.atrium;
    return (Object.hasOwn(modules, name) ? modules[name]?.verify : undefined) ?? verify ?? v.parse(settingsSchema, {});
  }
  const [issue] = parsed.issues;
  const place = v.getDotPath(issue);
  throw new VerifyError('bad-settings', `${file} is invalid${place === null ? '' : ` at ${place}`}: ${issue.message}. The settings are described in docs/how-to/verify-a-page-module.md.`, {
    cause: new v.ValiError(parsed.issues),
  });
}

/** The path of a route, with the parameters of the settings, and made-up values for others. */
export function routePath(pattern: string, params: Readonly<Record<string, string>> = {}): string {
  const madeUp = Object.fromEntries([...pattern.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, UNKNOWN_KEY]));
  return fillRoutePattern(pattern, { ...madeUp, ...params });
}

/** Checks the parameters of the settings. @throws VerifyError for an unknown route, or a value that a path cannot contain */
export function checkParameters(routes: Readonly<Record<string, string>>, params: VerifySettings['params']): void {
  for (const [route, values] of Object.entries(params)) {
    const pattern = routes[route];
    if (pattern === undefined) throw new VerifyError('bad-settings', `package.json has parameters for a route "${route}", which the module manifest does not have. It has: ${Object.keys(routes).join(', ')}.`);
    try {
      routePath(pattern, values);
    } catch (cause) {
      if (!(cause instanceof RouteParameterError)) throw cause;
      throw new VerifyError('bad-settings', `package.json has invalid parameters. ${cause.message}`, { cause });
    }
  }
}
