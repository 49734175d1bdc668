import * as v from 'valibot';
import { requireAssumable } from '../../database/assumable-role.ts';
import type { Database, Queries } from '../../database/database.ts';
import type { Claims } from '../../keys/claims.ts';
import { Refusal } from '../refusal.ts';
import type { Filter, SubscriptionParameters } from './subscription-parameters.ts';
import { tableFacts } from './table-facts.ts';
import type { ColumnFacts } from './table-facts.ts';

const mostValues = 100;

/**
 * Makes sure that what somebody wants to hear of is published, and that its columns and values make sense for their role.
 * @throws Refusal in the words of a hosted project
 */
export async function checkSubscription(database: Database, claims: Claims, wanted: SubscriptionParameters): Promise<void> {
  const entities = await database.rows(
    v.object({ entity: v.number() }),
    `select format('%I.%I', schemaname, tablename)::regclass::oid::int8 as entity from pg_publication_tables
    where pubname = 'supabase_realtime' and $1::text in ('*', schemaname::text) and $2::text in ('*', tablename::text)`,
    [wanted.schema, wanted.table],
  );
  if (entities.length === 0) throw refused(wanted, 'Please check Realtime is enabled for the given connect parameters');
  try {
    await database.transaction(
      async (queries) => {
        await requireAssumable(queries, claims.role);
        for (const { entity } of entities) await checkColumns(queries, entity, claims, wanted);
      },
      () => false,
    );
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw refused(wanted, 'An exception happened so please check your connect parameters', { reason, cause });
  }
}

function refused(wanted: SubscriptionParameters, message: string, why?: { reason: string; cause: unknown }): Refusal {
  const { event, schema, table, filters, columns } = wanted;
  const told = filters.map(({ column, operator, operand, negated }) => [column, (negated ? 'not.' : '') + operator, operand]);
  const parameters = `[event: ${event}, schema: ${schema}, table: ${table}, filters: ${JSON.stringify(told)}, select: ${JSON.stringify(columns ?? null)}]`;
  const text = `Unable to subscribe to changes with given parameters. ${message}: ${parameters}`;
  return new Refusal('RealtimeDisabledForConfiguration', why ? `${text}. Exception: ${why.reason}` : text, { cause: why?.cause });
}

async function checkColumns(queries: Queries, entity: number, claims: Claims, { filters, columns = [] }: SubscriptionParameters): Promise<void> {
  const selectable = new Map<string, ColumnFacts>();
  for (const column of (await tableFacts(queries, entity, claims.role))?.columns ?? []) if (column.selectable) selectable.set(column.name, column);
  for (const filter of filters) {
    const column = selectable.get(filter.column);
    if (!column) throw new Error(`invalid column for filter ${filter.column}`);
    await checkOperand(queries, filter, column);
  }
  for (const name of columns) if (!selectable.has(name)) throw new Error(`invalid column for select ${name}`);
}

/** Postgres says whether the value is one of the column's type, and whether the type knows the comparison. */
async function checkOperand(queries: Queries, { operator, operand, negated }: Filter, { declared, oid }: ColumnFacts): Promise<void> {
  if (operator === 'in') {
    const [counted] = await queries.rows(v.object({ count: v.number() }), 'select cardinality($1::text[]) as count', [operand]);
    if ((counted?.count ?? 0) > mostValues) throw new Error(`too many values for \`in\` filter. Maximum ${String(mostValues)}`);
  }
  if (operator === 'is' && operand !== 'null' && declared !== 'boolean') throw new Error(`is ${operand} filter requires a boolean column, got ${declared}`);
  // A pattern is looked at only where there is something to compare it with.
  const value = operator === 'match' || operator === 'imatch' ? '' : null;
  await queries.rows(v.unknown(), 'select local_supabase.passes_filter($1, $2::oid::regtype, $3, $4, $5)', [value, oid, operator, operand, negated]);
}
