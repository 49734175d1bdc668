import path from 'node:path';
import { readOrNull } from '@atrium/releases/read-or-null';
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

const packageSchema = v.object({ atrium: v.optional(v.object({ verify: v.optional(settingsSchema, {}) }), {}) });

/** What a module's package.json says, under `atrium.verify`, about the data that its pages are opened with. */
export type VerifySettings = v.InferOutput<typeof settingsSchema>;

/** Reads the settings of the module in a folder, from its package.json or the nearest above it; without one it has none. @throws VerifyError */
export async function readVerifySettings(folder: string): Promise<VerifySettings> {
  const file = path.join(folder, 'package.json');
  const text = await readOrNull(file);
  const above = path.dirname(path.resolve(folder));
  if (text === null && above !== path.resolve(folder)) return readVerifySettings(above);
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), packageSchema), text?.toString('utf8') ?? '{}');
  if (parsed.success) return parsed.output.atrium.verify ?? v.parse(settingsSchema, {});
  const [issue] = parsed.issues;
  const place = v.getDotPath(issue);
  throw new VerifyError('bad-settings', `${file} is not as it has to be${place === null ? '' : ` at ${place}`}: ${issue.message}. What can stand there: docs/how-to/verify-a-page-module.md.`, {
    cause: new v.ValiError(parsed.issues),
  });
}
