import * as v from 'valibot';
import { requireAssumable } from '../database/database.ts';
import type { Claims, Database, Queries } from '../database/database.ts';
import { RealtimeError } from './caller.ts';
import type { Filter, SubscriptionParameters } from './subscription-parameters.ts';
import { describeTable, type ColumnDescription } from './table-description.ts';

/** The maximum number of values in an `in` filter. */
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
