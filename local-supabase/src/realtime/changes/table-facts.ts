import * as v from 'valibot';
import type { Queries } from '../../database/database.ts';

const columnSchema = v.object({
  name: v.string(),
  /** The name as SQL writes it. */
  quoted: v.string(),
  /** The type as subscribers are told of it. */
  type: v.string(),
  /** The type as SQL writes it. */
  declared: v.string(),
  oid: v.number(),
  key: v.boolean(),
  identity: v.boolean(),
  selectable: v.boolean(),
});

const factsSchema = v.object({ name: v.string(), row_security: v.boolean(), columns: v.array(columnSchema) });

/** A column of a table, as one role sees it. */
export type ColumnFacts = v.InferOutput<typeof columnSchema>;

/** What has to be known of a table to tell of its changes. */
export interface TableFacts {
  /** Schema and table as SQL writes them. */
  name: string;
  rowSecurity: boolean;
  /** In their order. */
  columns: readonly ColumnFacts[];
}

/** What Postgres knows of a table now, with what a role may read of it; undefined when it is gone. */
export async function tableFacts(queries: Queries, entity: number, role: string): Promise<TableFacts | undefined> {
  const found = await queries.first(
    factsSchema,
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
