import * as v from 'valibot';
import type { Queries } from '../database/database.ts';

/** A type name of the catalog (`uuid`, `_text` for an array of texts …). */
const typeName = v.string();

const columnSchema = v.object({
  relation: v.string(),
  /** `r` and `p` are tables, `v` and `m` views. */
  kind: v.picklist(['r', 'p', 'v', 'm', 'f']),
  name: v.string(),
  type: typeName,
  nullable: v.boolean(),
  /** Inserts may omit it: it has a default, is an identity column, or is generated. */
  optional: v.boolean(),
  /** Never written: `generated always`. */
  readOnly: v.boolean(),
});

const relationshipSchema = v.object({
  name: v.string(),
  relation: v.string(),
  columns: v.array(v.string()),
  oneToOne: v.boolean(),
  referencedRelation: v.string(),
  referencedColumns: v.array(v.string()),
});

const parameterSchema = v.object({ name: v.string(), type: typeName, optional: v.boolean() });

const functionSchema = v.object({
  name: v.string(),
  parameters: v.array(parameterSchema),
  /** The columns of `returns table`. */
  columns: v.array(v.object({ name: v.string(), type: typeName })),
  returns: typeName,
  returnsSet: v.boolean(),
});

const enumSchema = v.object({ name: v.string(), values: v.array(v.string()) });

/** A column of a table or view. */
export type Column = v.InferOutput<typeof columnSchema>;
/** A foreign key within the schema. */
export type Relationship = v.InferOutput<typeof relationshipSchema>;
/** A function that the API exposes. */
export type DatabaseFunction = v.InferOutput<typeof functionSchema>;

/** The exposed contents of a schema, each list sorted by name. */
export interface Catalog {
  readonly columns: readonly Column[];
  readonly relationships: readonly Relationship[];
  readonly functions: readonly DatabaseFunction[];
  readonly enums: readonly v.InferOutput<typeof enumSchema>[];
}

/** Reads a schema's catalog. */
export async function readCatalog(queries: Queries, schema: string): Promise<Catalog> {
  return {
    columns: await queries.rows(
      columnSchema,
      `select c.relname as relation, c.relkind as kind, a.attname as name, t.typname as type,
         not a.attnotnull as nullable,
         (not a.attnotnull or a.atthasdef or a.attidentity <> '') as optional,
         (a.attidentity = 'a' or a.attgenerated <> '') as "readOnly"
       from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       join pg_type t on t.oid = a.atttypid
       where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
       order by c.relname collate "C", a.attname collate "C"`,
      [schema],
    ),
    relationships: await queries.rows(
      relationshipSchema,
      `select k.conname as name, c.relname as relation, f.relname as "referencedRelation",
         array(select a.attname::text from unnest(k.conkey) with ordinality u (n, i) join pg_attribute a on a.attrelid = k.conrelid and a.attnum = n order by i) as columns,
         array(select a.attname::text from unnest(k.confkey) with ordinality u (n, i) join pg_attribute a on a.attrelid = k.confrelid and a.attnum = n order by i) as "referencedColumns",
         exists (
           select from pg_index x where x.indrelid = k.conrelid and x.indisunique and x.indpred is null
             and (select array_agg(n order by n) from unnest(x.indkey::smallint[]) n) = (select array_agg(n order by n) from unnest(k.conkey) n)
         ) as "oneToOne"
       from pg_constraint k
       join pg_class c on c.oid = k.conrelid
       join pg_class f on f.oid = k.confrelid
       where k.contype = 'f' and c.relnamespace = $1::regnamespace and f.relnamespace = $1::regnamespace
       order by k.conname collate "C", f.relname collate "C"`,
      [schema],
    ),
    functions: await queries.rows(
      functionSchema,
      `select p.proname as name, r.typname as returns, p.proretset as "returnsSet",
         coalesce(jsonb_agg(jsonb_build_object('name', args.name, 'type', args.type, 'optional', args.ordinal > p.pronargs - p.pronargdefaults)
           order by args.name collate "C") filter (where args.mode in ('i', 'b')), '[]') as parameters,
         coalesce(jsonb_agg(jsonb_build_object('name', args.name, 'type', args.type)
           order by args.name collate "C") filter (where args.mode in ('t', 'o', 'b')), '[]') as columns
       from pg_proc p
       join pg_type r on r.oid = p.prorettype
       left join lateral (
         select ordinal, t.typname as type, coalesce(p.proargmodes[ordinal]::text, 'i') as mode, coalesce(p.proargnames[ordinal], '') as name
         from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality a (oid, ordinal)
         join pg_type t on t.oid = a.oid
       ) args on true
       where p.pronamespace = $1::regnamespace and p.prokind = 'f' and r.typname <> 'trigger'
         and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
       group by p.oid, r.typname
       order by p.proname collate "C", p.oid`,
      [schema],
    ),
    enums: await queries.rows(
      enumSchema,
      `select t.typname as name, array_agg(e.enumlabel::text order by e.enumsortorder) as values
       from pg_type t join pg_enum e on e.enumtypid = t.oid
       where t.typnamespace = $1::regnamespace group by t.typname order by t.typname collate "C"`,
      [schema],
    ),
  };
}
