import * as v from 'valibot';
import { requireAssumable } from '../database/database.ts';
import type { Claims, Database, Queries } from '../database/database.ts';
import { RealtimeError } from './caller.ts';

/** The comparisons of a filter, named as in PostgREST. */
const OPERATORS = ['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'in', 'like', 'ilike', 'is', 'match', 'imatch', 'isdistinct'] as const;

/** A condition on a column. */
export interface Filter {
  column: string;
  operator: (typeof OPERATORS)[number];
  /** The compared value in Postgres's text form (for `in`: an array). */
  operand: string;
  negated: boolean;
}

/** The changes that a subscription requests. `*` matches any schema or table. */
export interface SubscriptionParameters {
  event: 'INSERT' | 'UPDATE' | 'DELETE' | '*';
  schema: string;
  table: string;
  /** A change must match all of them. */
  filters: readonly Filter[];
  /** The columns to send in addition to the primary key, or undefined for all. */
  columns: readonly string[] | undefined;
}

const parametersSchema = v.pipe(
  v.looseObject({
    event: v.optional(v.unknown()),
    schema: v.optional(v.string()),
    table: v.optional(v.string()),
    filter: v.optional(v.string()),
    select: v.optional(v.array(v.unknown())),
  }),
  v.check(({ schema, table, filter }) => (schema ?? table) !== undefined && (filter === undefined || (schema !== undefined && table !== undefined))),
);
const operatorSchema = v.picklist(OPERATORS);
const eventSchema = v.pipe(v.string(), v.toUpperCase(), v.picklist(['INSERT', 'UPDATE', 'DELETE']));

/** Parses one entry of a join's `postgres_changes` (supabase/realtime, lib/extensions/postgres_cdc_rls/subscriptions.ex). @throws RealtimeError */
export function parseSubscription(entry: unknown): SubscriptionParameters {
  const parsed = v.safeParse(parametersSchema, entry);
  if (!parsed.success) {
    throw invalidParameters(`No subscription params provided. Please provide at least a \`schema\` or \`table\` to subscribe to: ${JSON.stringify(entry)}`);
  }
  const { event, schema = 'public', table = '*', filter = '', select } = parsed.output;
  const columns = select?.filter((column) => typeof column === 'string');
  if (columns && columns.length > 0 && (schema === '*' || table === '*')) {
    throw invalidParameters('Column selection is not supported for wildcard subscriptions. Provide an explicit schema and table name.');
  }
  const action = v.safeParse(eventSchema, event);
  return {
    event: action.success ? action.output : '*',
    schema,
    table,
    filters: filter.trim() === '' ? [] : conditionsOf(filter).map(parseFilter),
    columns: columns && columns.length > 0 ? columns : undefined,
  };
}

function invalidParameters(message: string): RealtimeError {
  return new RealtimeError('RealtimeDisabledForConfiguration', message);
}

/** Splits a filter at its commas, except in parentheses and quotes. */
function conditionsOf(filter: string): string[] {
  const conditions = [''];
  let depth = 0;
  let quoted = false;
  for (let index = 0; index < filter.length; index += 1) {
    const character = filter.charAt(index);
    if (character === ',' && depth === 0 && !quoted) {
      conditions.push('');
      continue;
    }
    if (quoted && character === '\\') {
      conditions.push((conditions.pop() ?? '') + character + filter.charAt(index + 1));
      index += 1;
      continue;
    }
    if (character === '"' && (quoted || '.(,'.includes(filter.charAt(index - 1)))) quoted = !quoted;
    else if (character === '(' && !quoted) depth += 1;
    else if (character === ')' && !quoted) depth = Math.max(0, depth - 1);
    conditions.push((conditions.pop() ?? '') + character);
  }
  return conditions.map((condition) => condition.trim());
}

const FILTER_PATTERN = /^(?<column>[^=]+)=(?<negation>not\.)?(?<operator>[a-z]+)\.(?<operand>.*)$/s;

function parseFilter(text: string): Filter {
  const { column = '', negation, operator, operand = '' } = FILTER_PATTERN.exec(text)?.groups ?? {};
  const known = v.safeParse(operatorSchema, operator);
  if (!known.success) throw invalidParameters(`Error parsing \`filter\` params: ${JSON.stringify(text)}`);
  return { column, operator: known.output, operand: operandOf(known.output, operand), negated: negation !== undefined };
}

function operandOf(operator: Filter['operator'], operand: string): string {
  if (operator === 'in') {
    const list = /^\((.*)\)$/s.exec(operand)?.[1];
    if (list === undefined) throw invalidParameters('Error parsing `filter` params: `in` filter value must be wrapped by parentheses');
    return `{${list}}`;
  }
  const quoted = /^"((?:[^"\\]|\\.)*)"$/s.exec(operand)?.[1];
  return quoted === undefined ? operand : quoted.replace(/\\(.)/gs, '$1');
}

const MAX_IN_VALUES = 100;

/**
 * Checks that the requested tables are published, and that the role may use the columns and values.
 * @throws RealtimeError with a hosted project's message
 */
export async function checkSubscription(database: Database, claims: Claims, parameters: SubscriptionParameters): Promise<void> {
  const entities = await database.rows(
    v.object({ entity: v.number() }),
    `select format('%I.%I', schemaname, tablename)::regclass::oid::int8 as entity from pg_publication_tables
     where pubname = 'supabase_realtime' and $1::text in ('*', schemaname) and $2::text in ('*', tablename)`,
    [parameters.schema, parameters.table],
  );
  if (entities.length === 0) throw refused(parameters, 'Please check Realtime is enabled for the given connect parameters');
  try {
    await database.transaction(
      async (queries) => {
        await requireAssumable(queries, claims.role);
        for (const { entity } of entities) await checkColumns(queries, entity, claims, parameters);
      },
      () => false,
    );
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw refused(parameters, 'An exception happened so please check your connect parameters', { reason, cause });
  }
}

function refused(parameters: SubscriptionParameters, message: string, why?: { reason: string; cause: unknown }): RealtimeError {
  const { event, schema, table, filters, columns } = parameters;
  const shownFilters = filters.map(({ column, operator, operand, negated }) => [column, (negated ? 'not.' : '') + operator, operand]);
  const description = `[event: ${event}, schema: ${schema}, table: ${table}, filters: ${JSON.stringify(shownFilters)}, select: ${JSON.stringify(columns ?? null)}]`;
  const text = `Unable to subscribe to changes with given parameters. ${message}: ${description}`;
  return new RealtimeError('RealtimeDisabledForConfiguration', why ? `${text}. Exception: ${why.reason}` : text, { cause: why?.cause });
}

async function checkColumns(queries: Queries, entity: number, claims: Claims, { filters, columns = [] }: SubscriptionParameters): Promise<void> {
  const selectable = new Map<string, ColumnDescription>();
  for (const column of (await describeTable(queries, entity, claims.role))?.columns ?? []) if (column.selectable) selectable.set(column.name, column);
  for (const filter of filters) {
    const column = selectable.get(filter.column);
    if (!column) throw new Error(`invalid column for filter ${filter.column}`);
    await checkOperand(queries, filter, column);
  }
  for (const name of columns) if (!selectable.has(name)) throw new Error(`invalid column for select ${name}`);
}

/** Lets Postgres check that the value has the column's type and that the type supports the operator. */
async function checkOperand(queries: Queries, { operator, operand, negated }: Filter, { declared, oid }: ColumnDescription): Promise<void> {
  if (operator === 'in') {
    const [counted] = await queries.rows(v.object({ count: v.number() }), 'select cardinality($1::text[]) as count', [operand]);
    if ((counted?.count ?? 0) > MAX_IN_VALUES) throw new Error(`too many values for \`in\` filter. Maximum ${String(MAX_IN_VALUES)}`);
  }
  if (operator === 'is' && operand !== 'null' && declared !== 'boolean') throw new Error(`is ${operand} filter requires a boolean column, got ${declared}`);
  // Postgres parses a pattern only if there is a value to compare.
  const value = operator === 'match' || operator === 'imatch' ? '' : null;
  await queries.rows(v.unknown(), 'select local_supabase.passes_filter($1, $2::oid::regtype, $3, $4, $5)', [value, oid, operator, operand, negated]);
}

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
