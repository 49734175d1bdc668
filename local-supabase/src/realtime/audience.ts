import * as v from 'valibot';
import type { Claims, Database } from '../database/database.ts';
import { reportFailure } from '../errors/errors.ts';
import type { Change } from './change-queue.ts';
import { tableFacts } from './subscriptions.ts';
import type { ColumnFacts, Filter, SubscriptionParameters, TableFacts } from './subscriptions.ts';

/** Somebody who hears of changes. */
export interface Subscriber {
  readonly claims: Claims;
  readonly subscriptions: readonly { id: number; wanted: SubscriptionParameters }[];
  /** Takes a change; the ids are those of the subscriptions that it answers. */
  readonly deliver: (ids: readonly number[], payload: ChangePayload) => void;
}

/** What a subscriber is to be told of a change. */
export interface Answer {
  ids: number[];
  payload: ChangePayload;
}

/** Finds out who may hear of some changes that are looked at together. The same question is asked once. */
export class Audience {
  readonly #database: Database;
  readonly #committedAt = new Date().toISOString();
  /** The changes, by the table that they are of. */
  readonly #tables = new Map<number, Change[]>();
  readonly #facts = new Map<string, Promise<TableFacts | undefined>>();
  readonly #visible = new Map<string, Promise<Set<Change>>>();

  constructor(database: Database, changes: readonly Change[]) {
    this.#database = database;
    for (const change of changes) this.#tables.set(change.entity, [...(this.#tables.get(change.entity) ?? []), change]);
  }

  /** What to tell a subscriber, by change. Subscriptions that ask for different columns get answers of their own. */
  async answersFor({ claims, subscriptions }: Subscriber): Promise<Map<Change, Answer[]>> {
    const answers = new Map<Change, Map<string, Answer>>();
    for (const { id, wanted } of subscriptions) {
      for (const changes of this.#tables.values()) {
        const interesting = changes.filter((change) => concerns(wanted, change));
        const [first] = interesting;
        const facts = first && (await this.#factsOf(first.entity, claims));
        if (!facts) continue;
        for (const change of await this.#mayHear(interesting, wanted, claims, facts)) {
          const ofChange = answers.get(change) ?? new Map<string, Answer>();
          const columns = JSON.stringify(wanted.columns ?? null);
          const answer = ofChange.get(columns) ?? { ids: [], payload: changePayload(change, facts, wanted.columns, this.#committedAt) };
          answer.ids.push(id);
          answers.set(change, ofChange.set(columns, answer));
        }
      }
    }
    return new Map([...answers].map(([change, ofChange]) => [change, [...ofChange.values()]]));
  }

  async #mayHear(changes: Change[], { filters }: SubscriptionParameters, claims: Claims, facts: TableFacts): Promise<Change[]> {
    const passing = filters.length === 0 ? new Set(changes) : await passingChanges(this.#database, facts, filters, changes);
    const keys = facts.columns.filter(({ key }) => key);
    // Of a row whose key cannot be read, only that it cannot is told.
    const decidedByRow = facts.rowSecurity && keys.length > 0 && keys.every(({ selectable }) => selectable);
    const visible = decidedByRow && changes.some(isPresent) ? await this.#visibleTo(claims, facts, changes) : undefined;
    return changes.filter((change) => passing.has(change) && (!decidedByRow || !isPresent(change) || visible?.has(change)));
  }

  #visibleTo(claims: Claims, facts: TableFacts, [first]: Change[]): Promise<Set<Change>> {
    const key = `${facts.name} ${JSON.stringify(claims)}`;
    const all = (this.#tables.get(first?.entity ?? 0) ?? []).filter(isPresent);
    const known = this.#visible.get(key) ?? visibleChanges(this.#database, claims, facts, all);
    this.#visible.set(key, known);
    return known;
  }

  #factsOf(entity: number, { role }: Claims): Promise<TableFacts | undefined> {
    const key = `${String(entity)} ${role}`;
    const known = this.#facts.get(key) ?? tableFacts(this.#database, entity, role);
    this.#facts.set(key, known);
    return known;
  }
}

function isPresent({ action }: Change): boolean {
  return action !== 'DELETE';
}

function concerns({ event, schema, table }: SubscriptionParameters, change: Change): boolean {
  return (event === '*' || event === change.action) && (schema === '*' || schema === change.schema) && (table === '*' || table === change.table);
}

/** A policy or a comparison that cannot be evaluated: the changes are told to nobody. */
class DeliveryError extends Error {
  override readonly name = 'DeliveryError';
}

/** The changes of one table whose new row somebody can select now: their policies decide. */
async function visibleChanges(database: Database, claims: Claims, facts: TableFacts, changes: readonly Change[]): Promise<Set<Change>> {
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
async function passingChanges(database: Database, facts: TableFacts, filters: readonly Filter[], changes: readonly Change[]): Promise<Set<Change>> {
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

/** What a subscriber is told of a change, beside the ids of its subscriptions. */
export type ChangePayload = Readonly<Record<string, unknown>>;

/** The largest row that is told whole, and what is told of larger ones, in bytes of JSON (realtime.apply_rls). */
const MAX_ROW_BYTES = 1024 * 1024;
const MAX_VALUE_BYTES_OF_LARGE_ROW = 64;

const rowSchema = v.record(v.string(), v.unknown());

/**
 * Tells of a change what one role may read of it, in the form of a hosted project's realtime.apply_rls.
 * @param columns the columns that were asked for, beside the primary key; undefined for all
 */
function changePayload(change: Change, facts: TableFacts, columns: readonly string[] | undefined, committedAt: string): ChangePayload {
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
  const isLarge = Buffer.byteLength(change.newRow ?? '') + Buffer.byteLength(change.oldRow ?? '') > MAX_ROW_BYTES;
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
  const fits = (value: unknown): boolean => !isLarge || Buffer.byteLength(JSON.stringify(value)) <= MAX_VALUE_BYTES_OF_LARGE_ROW;
  return Object.fromEntries(columns.map(({ name }): [string, unknown] => [name, values[name]]).filter(([, value]) => value !== undefined && fits(value)));
}
