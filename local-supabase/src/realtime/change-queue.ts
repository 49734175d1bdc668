import * as v from 'valibot';
import type { Database } from '../database/database.ts';

/** The number of changes in a batch. */
const BATCH_SIZE = 500;

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

/** A committed change of a row. The rows are JSON. */
export type Change = v.InferOutput<typeof changeSchema>;

/**
 * Removes the oldest changes from the queue and returns them in order, without those of tables that no longer exist.
 * @returns `isFull` if the queue may have more
 */
export async function takeChanges(database: Database): Promise<{ readonly changes: readonly Change[]; readonly isFull: boolean }> {
  const taken = await database.rows(
    v.union([changeSchema, v.object({ table: v.null() })]),
    `with taken as (
       delete from local_supabase.realtime_queue
       where position in (select position from local_supabase.realtime_queue order by position limit ${String(BATCH_SIZE)})
       returning *
     )
     select action, entity::int8 as entity, nspname as schema, relname as "table", old_row::text as old_row, new_row::text as new_row
     from taken left join pg_class on pg_class.oid = entity left join pg_namespace on pg_namespace.oid = relnamespace
     order by position`,
  );
  return { changes: taken.filter((change) => change.table !== null), isFull: taken.length === BATCH_SIZE };
}

/** Deletes queued changes of an earlier run, and messages that are older than three days, as on a hosted project. */
export async function discardOldEntries(database: Database): Promise<void> {
  await database.run('delete from local_supabase.realtime_queue');
  await database.run(`delete from realtime.messages where inserted_at < now() - interval '3 days'`);
}
