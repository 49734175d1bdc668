import path from 'node:path';
import { readOrNull } from '@atrium/releases/durable-files';
import * as v from 'valibot';
import { VerifyError } from './verify-error.ts';

const texts = v.record(v.string(), v.string());

const tableSchema = v.strictObject({
  key: v.exactOptional(v.array(v.string())),
  references: v.exactOptional(texts),
  search: v.exactOptional(v.record(v.string(), v.array(v.string()))),
});

const settingsSchema = v.strictObject({
  /** By route key: its parameters. One that is not given has a made-up value. */
  params: v.optional(v.record(v.string(), texts), {}),
  /** What everybody who is signed in may do (`app_metadata.permissions`). */
  permissions: v.optional(v.array(v.string()), []),
  /** By table: its rows. A table that is not named is empty. */
  rows: v.optional(v.record(v.string(), v.array(v.record(v.string(), v.unknown()))), {}),
  /** By table: what it is, as the test kit's `backend.table(…).define` has it. */
  tables: v.optional(v.record(v.string(), tableSchema), {}),
  /** By server function: what it answers, as JSON. */
  functions: v.optional(v.record(v.string(), v.unknown()), {}),
  /** By database function: what it answers, as JSON. */
  databaseFunctions: v.optional(v.record(v.string(), v.unknown()), {}),
});

const moduleSchema = v.object({ verify: v.exactOptional(settingsSchema) });

/** A package may hold several modules: what is said under the name of one goes over what is said for all. */
const packageSchema = v.object({
  atrium: v.optional(v.object({ ...moduleSchema.entries, modules: v.optional(v.record(v.string(), moduleSchema), {}) }), {}),
});

/** What a module's package.json says, under `atrium.verify` or `atrium.modules.<name>.verify`, about the data that its pages are opened with. */
export type VerifySettings = v.InferOutput<typeof settingsSchema>;

/** Reads the settings of a module that is in a folder, from its package.json or the nearest above it; without one it has none. @throws VerifyError */
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
  throw new VerifyError('bad-settings', `${file} is not as it has to be${place === null ? '' : ` at ${place}`}: ${issue.message}. What can stand there: docs/how-to/verify-a-page-module.md.`, {
    cause: new v.ValiError(parsed.issues),
  });
}
