import * as v from 'valibot';
import type { Change } from './change-queue.ts';
import type { ColumnFacts, TableFacts } from './table-facts.ts';

/** What a subscriber is told of a change, beside the ids of its subscriptions. */
export type ChangePayload = Readonly<Record<string, unknown>>;

/** The largest row that is told whole, and what is told of larger ones, in bytes of JSON (realtime.apply_rls). */
const largestRow = 1024 * 1024;
const largestValueOfLargeRow = 64;

const rowSchema = v.record(v.string(), v.unknown());

/**
 * Tells of a change what one role may read of it, in the form of a hosted project's realtime.apply_rls.
 * @param columns the columns that were asked for, beside the primary key; undefined for all
 */
export function changePayload(change: Change, facts: TableFacts, columns: readonly string[] | undefined, committedAt: string): ChangePayload {
  const { schema, table, action: type } = change;
  const keys = facts.columns.filter(({ key }) => key);
  const failure =
    type === 'DELETE'
      ? undefined
      : keys.length === 0
        ? 'Error 400: Bad Request, no primary key'
        : keys.some(({ selectable }) => !selectable)
          ? 'Error 401: Unauthorized'
          : undefined;
  const base = { schema, table, type, commit_timestamp: committedAt };
  if (failure !== undefined) return { ...base, columns: [], record: {}, old_record: {}, errors: [failure] };

  const told = facts.columns.filter(({ name, key, selectable }) => selectable && (key || !columns || columns.includes(name)));
  const isLarge = Buffer.byteLength(change.newRow ?? '') + Buffer.byteLength(change.oldRow ?? '') > largestRow;
  // Who may see a row that is gone cannot be asked: of a table with row-level security only the key is told.
  const before = told.filter(({ key, identity }) => identity && (type !== 'DELETE' || !facts.rowSecurity || key));
  return {
    ...base,
    columns: told.map(({ name, type: columnType }) => ({ name, type: columnType })),
    ...(type !== 'DELETE' && { record: pick(change.newRow, told, isLarge) }),
    ...(type !== 'INSERT' && { old_record: pick(change.oldRow, before, isLarge) }),
    errors: isLarge ? ['Error 413: Payload Too Large'] : null,
  };
}

function pick(row: string | null, columns: readonly ColumnFacts[], isLarge: boolean): Record<string, unknown> {
  const values = row === null ? {} : v.parse(rowSchema, JSON.parse(row));
  const fits = (value: unknown): boolean => !isLarge || Buffer.byteLength(JSON.stringify(value)) <= largestValueOfLargeRow;
  return Object.fromEntries(columns.map(({ name }) => [name, values[name]]).filter(([, value]) => value !== undefined && fits(value)));
}
