import * as v from 'valibot';
import type { Queries } from '../database/database.ts';

const columnSchema = v.object({
  name: v.string(),
  /** The quoted name for SQL. */
  quoted: v.string(),
  /** The type name that subscribers get. */
  type: v.string(),
  /** The type for SQL. */
  declared: v.string(),
  oid: v.number(),
  key: v.boolean(),
  identity: v.boolean(),
  selectable: v.boolean(),
});

const tableSchema = v.object({ name: v.string(), row_security: v.boolean(), columns: v.array(columnSchema) });

/** A column of a table, from the view of one role. */
export type ColumnDescription = v.InferOutput<typeof columnSchema>;

/** The properties of a table that its changes depend on. */
export interface TableDescription {
  /** The quoted schema and table for SQL. */
  name: string;
  rowSecurity: boolean;
  /** In table order. */
  columns: readonly ColumnDescription[];
}

/** The current properties of a table and a role's rights on it, or undefined if it was dropped. */
export async function describeTable(queries: Queries, entity: number, role: string): Promise<TableDescription | undefined> {
  const found = await queries.first(
    tableSchema,
    `select format('%I.%I', nspname, relname) as name, relrowsecurity as row_security, (
       select coalesce(json_agg(json_build_object(
         'name', attname, 'quoted', quote_ident(attname), 'type', typname, 'declared', format_type(atttypid, atttypmod), 'oid', atttypid::int8,
         'key', coalesce(attnum = any (primary_key.indkey), false),
         'identity', relreplident = 'f' or coalesce(attnum = any (identity_key.indkey), false),
         'selectable', has_column_privilege($2, pg_class.oid, attnum, 'select')
       ) order by attnum), '[]')
       from pg_attribute join pg_type on pg_type.oid = atttypid
       where attrelid = pg_class.oid and attnum > 0 and not attisdropped
     ) as columns
     from pg_class
     join pg_namespace on pg_namespace.oid = relnamespace
     left join pg_index primary_key on primary_key.indrelid = pg_class.oid and primary_key.indisprimary
     left join pg_index identity_key on identity_key.indrelid = pg_class.oid
       and ((relreplident = 'd' and identity_key.indisprimary) or (relreplident = 'i' and identity_key.indisreplident))
     where pg_class.oid = $1`,
    [entity, role],
  );
  return found && { name: found.name, rowSecurity: found.row_security, columns: found.columns };
}
