import * as v from 'valibot';
import type { Claims, Database } from '../database/database.ts';
import { reportFailure } from '../errors/report-failure.ts';
import type { Change } from './change-queue.ts';
import type { Filter, SubscriptionParameters } from './subscription-parameters.ts';
import { describeTable, type ColumnDescription, type TableDescription } from './table-description.ts';

/** A receiver of changes. */
export interface Subscriber {
  readonly claims: Claims;
  readonly subscriptions: readonly { id: number; parameters: SubscriptionParameters }[];
  /** Delivers a change. The ids are those of the matching subscriptions. */
  readonly deliver: (ids: readonly number[], payload: ChangePayload) => void;
}

/** A change as it is sent to one subscriber. */
export interface Delivery {
  ids: number[];
  payload: ChangePayload;
}

/** Decides who gets a batch of changes. Caches what it reads from the database. */
export class DeliveryPlan {
  readonly #database: Database;
  readonly #committedAt = new Date().toISOString();
  /** The changes by table. */
  readonly #tables = new Map<number, Change[]>();
  readonly #descriptions = new Map<string, Promise<TableDescription | undefined>>();
  readonly #visible = new Map<string, Promise<Set<Change>>>();

  constructor(database: Database, changes: readonly Change[]) {
    this.#database = database;
    for (const change of changes) this.#tables.set(change.entity, [...(this.#tables.get(change.entity) ?? []), change]);
  }

  /** What to send to a subscriber for each change. Subscriptions with different columns get separate payloads. */
  async deliveriesFor({ claims, subscriptions }: Subscriber): Promise<Map<Change, Delivery[]>> {
    const deliveries = new Map<Change, Map<string, Delivery>>();
    for (const { id, parameters } of subscriptions) {
      for (const changes of this.#tables.values()) {
        const matching = changes.filter((change) => matchesTable(parameters, change));
        const [first] = matching;
        const table = first && (await this.#describe(first.entity, claims));
        if (!table) continue;
        for (const change of await this.#allowedChanges(matching, parameters, claims, table)) {
          const ofChange = deliveries.get(change) ?? new Map<string, Delivery>();
          const columns = JSON.stringify(parameters.columns ?? null);
          const delivery = ofChange.get(columns) ?? { ids: [], payload: changePayload(change, table, parameters.columns, this.#committedAt) };
          delivery.ids.push(id);
          deliveries.set(change, ofChange.set(columns, delivery));
        }
      }
    }
    return new Map([...deliveries].map(([change, ofChange]) => [change, [...ofChange.values()]]));
  }

  async #allowedChanges(changes: Change[], { filters }: SubscriptionParameters, claims: Claims, table: TableDescription): Promise<Change[]> {
    const passing = filters.length === 0 ? new Set(changes) : await passingChanges(this.#database, table, filters, changes);
    const keys = table.columns.filter(({ key }) => key);
    // For rows whose key the role cannot read, subscribers get an error instead of the row, so visibility does not matter.
    const decidedByRow = table.rowSecurity && keys.length > 0 && keys.every(({ selectable }) => selectable);
    const visible = decidedByRow && changes.some(hasRow) ? await this.#visibleTo(claims, table, changes) : undefined;
    return changes.filter((change) => passing.has(change) && (!decidedByRow || !hasRow(change) || visible?.has(change)));
  }

  #visibleTo(claims: Claims, table: TableDescription, [first]: Change[]): Promise<Set<Change>> {
    const key = `${table.name} ${JSON.stringify(claims)}`;
    const all = (this.#tables.get(first?.entity ?? 0) ?? []).filter(hasRow);
    const known = this.#visible.get(key) ?? visibleChanges(this.#database, claims, table, all);
    this.#visible.set(key, known);
    return known;
  }

  #describe(entity: number, { role }: Claims): Promise<TableDescription | undefined> {
    const key = `${String(entity)} ${role}`;
    const known = this.#descriptions.get(key) ?? describeTable(this.#database, entity, role);
    this.#descriptions.set(key, known);
    return known;
  }
}

function hasRow({ action }: Change): boolean {
  return action !== 'DELETE';
}

function matchesTable({ event, schema, table }: SubscriptionParameters, change: Change): boolean {
  return (event === '*' || event === change.action) && (schema === '*' || schema === change.schema) && (table === '*' || table === change.table);
}

/** A policy or a filter failed, so the changes are not delivered. */
class DeliveryError extends Error {
  override readonly name = 'DeliveryError';
}

/** The changes of one table whose new row is visible to the claims. */
async function visibleChanges(database: Database, claims: Claims, table: TableDescription, changes: readonly Change[]): Promise<Set<Change>> {
  const keys = table.columns.filter(({ key }) => key);
  const aliases = keys.map((_key, index) => `key_${String(index)}`);
  return selectChanges(changes, `A policy on ${table.name}`, () =>
    database.as(
      claims,
      (queries) =>
        queries.rows(
          v.object({ place: v.number() }),
          `select place from rows from (
             jsonb_to_recordset($1::jsonb) as (${keys.map(({ quoted, declared }) => `${quoted} ${declared}`).join(', ')})
           ) with ordinality as changed (${[...aliases, 'place'].join(', ')})
           where exists (
             select from ${table.name} as present
             where ${keys.map(({ quoted }, index) => `present.${quoted} = changed.${aliases[index] ?? ''}`).join(' and ')}
           )`,
          [`[${changes.map(({ newRow }) => newRow ?? '{}').join(',')}]`],
        ),
      { shouldCommit: () => false },
    ),
  );
}

/**
 * The changes of one table that match all filters. As on a hosted project, only the replica identity of deleted rows is known, so a
 * filter on another column matches no deletion.
 */
async function passingChanges(database: Database, table: TableDescription, filters: readonly Filter[], changes: readonly Change[]): Promise<Set<Change>> {
  const conditions = filters.map(({ column, operator, operand, negated }) => {
    const { oid, identity } = table.columns.find(({ name }) => name === column) ?? { oid: null, identity: false };
    return { column, operator, operand, negated, type: oid, identity };
  });
  const rows = changes.map(({ action, oldRow, newRow }) => `{"deleted":${String(action === 'DELETE')},"row":${newRow ?? oldRow ?? '{}'}}`);
  return selectChanges(changes, `A filter on ${table.name}`, () =>
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

async function selectChanges(changes: readonly Change[], what: string, ask: () => Promise<{ place: number }[]>): Promise<Set<Change>> {
  try {
    const places = new Set((await ask()).map(({ place }) => place));
    return new Set(changes.filter((_change, index) => places.has(index + 1)));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    reportFailure(new DeliveryError(`${what} failed, so changes were not delivered: ${reason}. Correct it.`, { cause }));
    return new Set();
  }
}

/** The payload of a change. */
export type ChangePayload = Readonly<Record<string, unknown>>;

/** The maximum size of a row that is sent whole, and of the values that are sent of larger rows, in bytes of JSON (realtime.apply_rls). */
const MAX_ROW_BYTES = 1024 * 1024;
const MAX_VALUE_BYTES_OF_LARGE_ROW = 64;

const rowSchema = v.record(v.string(), v.unknown());

/**
 * The payload of a change with what one role may read, in the form of a hosted project's realtime.apply_rls.
 * @param columns the requested columns in addition to the primary key, or undefined for all
 */
function changePayload(change: Change, description: TableDescription, columns: readonly string[] | undefined, committedAt: string): ChangePayload {
  const { schema, table, action: type } = change;
  const keys = description.columns.filter(({ key }) => key);
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

  const columnsToSend = description.columns.filter(({ name, key, selectable }) => selectable && (key || !columns || columns.includes(name)));
  const isLarge = Buffer.byteLength(change.newRow ?? '') + Buffer.byteLength(change.oldRow ?? '') > MAX_ROW_BYTES;
  // Policies cannot be evaluated for deleted rows, so tables with row-level security send only the key.
  const before = columnsToSend.filter(({ key, identity }) => identity && (type !== 'DELETE' || !description.rowSecurity || key));
  return {
    ...base,
    columns: columnsToSend.map(({ name, type: columnType }) => ({ name, type: columnType })),
    ...(type !== 'DELETE' && { record: pick(change.newRow, columnsToSend, isLarge) }),
    ...(type !== 'INSERT' && { old_record: pick(change.oldRow, before, isLarge) }),
    errors: isLarge ? ['Error 413: Payload Too Large'] : null,
  };
}

function pick(row: string | null, columns: readonly ColumnDescription[], isLarge: boolean): Record<string, unknown> {
  const values = row === null ? {} : v.parse(rowSchema, JSON.parse(row));
  const fits = (value: unknown): boolean => !isLarge || Buffer.byteLength(JSON.stringify(value)) <= MAX_VALUE_BYTES_OF_LARGE_ROW;
  return Object.fromEntries(columns.map(({ name }): [string, unknown] => [name, values[name]]).filter(([, value]) => value !== undefined && fits(value)));
}
