import * as v from 'valibot';
import { WorkspaceError } from './workspace-error.ts';

/**
 * The rows that a service gave, parsed.
 * @throws {WorkspaceError} where they are something else
 */
export function readRows<const Schema extends v.GenericSchema>(schema: Schema, data: unknown): v.InferOutput<Schema>[] {
  const rows = v.safeParse(v.array(schema), data);
  if (!rows.success) throw new WorkspaceError('unknown', new v.ValiError(rows.issues));
  return rows.output;
}
