import * as v from 'valibot';
import type { Database } from '../database/database.ts';

/** How many changes are taken out at once. */
export const BATCH = 500;

const rowText = v.nullable(v.string());
const changeSchema = v.pipe(
  v.object({
    action: v.picklist(['INSERT', 'UPDATE', 'DELETE']),
    entity: v.number(),
    schema: v.string(),
    table: v.string(),
    old_row: rowText,
    new_row: rowText,
  }),
  v.transform(({ old_row: oldRow, new_row: newRow, ...change }) => ({ ...change, oldRow, newRow })),
);

/** A change of a row that was committed. The rows are JSON. */
export type Change = v.InferOutput<typeof changeSchema>;

/** Takes the oldest changes out of the queue, in the order in which they were made; none when it is empty. */
export function takeChanges(database: Database): Promise<Change[]> {
  return database.rows(
    changeSchema,
    `with taken as (
       delete from local_supabase.realtime_queue
       where position in (select position from local_supabase.realtime_queue order by position limit ${String(BATCH)})
       returning *
     )
     select action, entity::int8 as entity, nspname as schema, relname as "table", old_row::text as old_row, new_row::text as new_row
     from taken join pg_class on pg_class.oid = entity join pg_namespace on pg_namespace.oid = relnamespace
     order by position`,
  );
}

/** Forgets what nobody waits for any more: queued changes of an earlier run, and messages after three days, as hosted. */
export async function tidyUp(database: Database): Promise<void> {
  await database.run('delete from local_supabase.realtime_queue');
  await database.run(`delete from realtime.messages where inserted_at < now() - interval '3 days'`);
}
