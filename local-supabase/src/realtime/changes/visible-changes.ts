import * as v from 'valibot';
import type { Database } from '../../database/database.ts';
import { reportFailure } from '../../http/report-failure.ts';
import type { Claims } from '../../keys/claims.ts';
import type { Change } from './change-queue.ts';
import type { Filter } from './subscription-parameters.ts';
import type { TableFacts } from './table-facts.ts';

/** A policy or a comparison that cannot be evaluated: the changes are told to nobody. */
class DeliveryError extends Error {
  override readonly name = 'DeliveryError';
}

/** The changes of one table whose new row somebody can select now: their policies decide. */
export async function visibleChanges(database: Database, claims: Claims, facts: TableFacts, changes: readonly Change[]): Promise<Set<Change>> {
  const keys = facts.columns.filter(({ key }) => key);
  const aliases = keys.map((_key, index) => `key_${String(index)}`);
  return chosen(changes, `A policy on ${facts.name}`, () =>
    database.as(
      claims,
      (queries) =>
        queries.rows(
          v.object({ place: v.number() }),
          `select place from rows from (
             jsonb_to_recordset($1::jsonb) as (${keys.map(({ quoted, declared }) => `${quoted} ${declared}`).join(', ')})
           ) with ordinality as changed (${[...aliases, 'place'].join(', ')})
           where exists (
             select from ${facts.name} as present
             where ${keys.map(({ quoted }, index) => `present.${quoted} = changed.${aliases[index] ?? ''}`).join(' and ')}
           )`,
          [`[${changes.map(({ newRow }) => newRow ?? '{}').join(',')}]`],
        ),
      { stays: () => false },
    ),
  );
}

/**
 * The changes of one table that pass all filters. Of a deleted row only its replica identity is known, as hosted: a filter on
 * another column lets no deletion pass.
 */
export async function passingChanges(database: Database, facts: TableFacts, filters: readonly Filter[], changes: readonly Change[]): Promise<Set<Change>> {
  const conditions = filters.map(({ column, operator, operand, negated }) => {
    const { oid, identity } = facts.columns.find(({ name }) => name === column) ?? { oid: null, identity: false };
    return { column, operator, operand, negated, type: oid, identity };
  });
  const rows = changes.map(({ action, oldRow, newRow }) => `{"deleted":${String(action === 'DELETE')},"row":${newRow ?? oldRow ?? '{}'}}`);
  return chosen(changes, `A filter on ${facts.name}`, () =>
    database.rows(
      v.object({ place: v.number() }),
      `select place from jsonb_array_elements($1::jsonb) with ordinality as changed (change, place)
       where not exists (
         select from jsonb_to_recordset($2::jsonb) as f ("column" text, operator text, operand text, negated boolean, type oid, identity boolean)
         where type is null or (change -> 'deleted')::boolean and not identity
           or local_supabase.passes_filter(change -> 'row' ->> "column", type::regtype, operator, operand, negated) is not true
       )`,
      [`[${rows.join(',')}]`, JSON.stringify(conditions)],
    ),
  );
}

async function chosen(changes: readonly Change[], what: string, ask: () => Promise<{ place: number }[]>): Promise<Set<Change>> {
  try {
    const places = new Set((await ask()).map(({ place }) => place));
    return new Set(changes.filter((_change, index) => places.has(index + 1)));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    reportFailure(new DeliveryError(`${what} failed, so that changes were told to nobody: ${reason}. Correct it.`, { cause }));
    return new Set();
  }
}
