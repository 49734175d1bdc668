import * as v from 'valibot';
import type { PgliteConnection } from './load-lite.ts';
import { responseError } from './postgrest-errors.ts';

type Connection = InstanceType<typeof PgliteConnection>;
type Query = Parameters<Connection['onPostgrestAST']>[0];
type Introspection = Awaited<ReturnType<Connection['introspect']>>;
type ForeignKey = Introspection['foreign_keys'][number];
type Selection = Exclude<NonNullable<Query['select']>[number], string>[string];
type Embed = Extract<Selection, { spread?: boolean }>;

function embedsOf(select: Query['select'] = []): [alias: string, embed: Embed][] {
  const isEmbed = (entry: [string, Selection]): entry is [string, Embed] => ['select', 'spread', 'join'].some((key) => key in entry[1]);
  return select.flatMap((entry) => (typeof entry === 'string' ? [] : Object.entries(entry).filter(isEmbed)));
}

/** The foreign keys between two tables, or of a table to itself, each with its columns. */
function keysBetween(one: string, other: string, { foreign_keys: keys }: Introspection): ForeignKey[][] {
  const groups = new Map<string, ForeignKey[]>();
  for (const key of keys.filter(({ table, ref_table: target }) => (table === one && target === other) || (table === other && target === one))) {
    const group = `${key.table} ${key.foreign_key_group ?? key.foreign_key_name}`;
    groups.set(group, [...(groups.get(group) ?? []), key]);
  }
  return [...groups.values()];
}

/** The foreign keys of a table that refer to the table itself. Without unique ones: PostgREST has no one-to-one embeds of a table in itself. */
function selfKeysOf(table: string, known: Introspection): ForeignKey[][] {
  const { unique_constraints: unique, primary_keys: primary } = known;
  const sorted = (columns: string[]): string => columns.toSorted().join();
  const toOne = new Set([...unique, ...primary].filter((key) => key.table === table).map(({ columns }) => sorted(columns)));
  return keysBetween(table, table, known).filter((group) => !toOne.has(sorted(group.map(({ column }) => column))));
}

/** The table whose rows a function returns. */
const tableOfFunction = (name: string, { functions = [] }: Introspection): string | undefined =>
  functions.find((entry) => entry.name === name)?.return_type.replace(/^.*\./, '').replaceAll('"', '');

/** The table or view of an embed, which names the table, a referring column, a constraint, or a function. */
function targetOf(parent: string, name: string, known: Introspection): string | undefined {
  if ([...known.tables, ...known.views].some((relation) => relation.name === name)) return name;
  const key = known.foreign_keys.find(({ table, column, foreign_key_name: constraint }) => (table === parent && column === name) || constraint === name);
  if (key) return key.table === parent ? key.ref_table : key.table;
  return tableOfFunction(name, known);
}

/**
 * The foreign key of an embed of a table in itself, or undefined for an embed of another table.
 * @throws Error PGRST200 without such a foreign key, PGRST201 when there are several
 */
function selfKey(table: string, name: string, hint: string | undefined, known: Introspection): ForeignKey[] | undefined {
  const isOwnKey = known.foreign_keys.some((key) => key.table === table && key.ref_table === table && (key.column === name || key.foreign_key_name === name));
  if (name !== table && !isOwnKey) return undefined;
  const isBy = (key: ForeignKey[], column: string): boolean => key.length === 1 && key[0]?.column === column;
  const keys = selfKeysOf(table, known).filter((key) => (name === table ? hint === undefined || isBy(key, hint) : hint === undefined && isBy(key, name)));
  const pair = `'${table}' and '${name}'`;
  const ways = keys.map(([key]) => `'${table}!${key?.column ?? ''}'`).join(', ');
  if (keys.length === 0) throw responseError(400, { code: 'PGRST200', message: `Could not find a relationship between ${pair} in the schema cache`, details: `Searched for a foreign key relationship between ${pair}${hint === undefined ? '' : ` using the hint '${hint}'`} in the schema 'public', but no matches were found.` });
  if (keys.length > 1) {
    const message = `Could not embed because more than one relationship was found for ${pair}`;
    throw responseError(300, { code: 'PGRST201', message, hint: `Try changing '${table}' to one of the following: ${ways}.` });
  }
  return keys[0];
}

/**
 * Gives each embed of a table in itself its own name, in the query and in the introspection. The package tells tables
 * apart by name, so it would otherwise compare a row with itself. It would also treat an alias that is a column as a hint.
 *
 * As in PostgREST, the table's name stands for the rows that refer to a row (`children:tree(*)`, `children:tree!parent_id(*)`),
 * and the column's name for the row that it refers to (`parent:parent_id(*)`).
 *
 * @param known the introspection, which gets the tables and foreign keys of the new names
 * @returns the real tables, by the new names
 * @throws Error PGRST200, PGRST201
 */
export function nameSelfReferences(query: Query, known: Introspection): Map<string, string> {
  const names = new Map<string, string>();
  const isTaken = (name: string): boolean => [...known.tables, ...known.views].some((relation) => relation.name === name);

  function newName(table: string): string {
    let number = 1;
    while (isTaken(`${table}_${String(number)}`)) number += 1;
    const name = `${table}_${String(number)}`;
    names.set(name, table);
    return name;
  }

  /** Adds a table under a new name, and its foreign key, to the introspection. */
  function addTable(name: string, table: string, link: ForeignKey[], embedsMore: boolean): void {
    const renamed = <T extends { table: string }>(entries: T[]): T[] => entries.filter((entry) => entry.table === table).map((entry) => ({ ...entry, table: name }));
    // Without nested embeds, further keys would only make embeds ambiguous.
    const others = embedsMore ? known.foreign_keys.filter((key) => (key.table === table) !== (key.ref_table === table)) : [];
    known.foreign_keys = [...known.foreign_keys, ...link, ...others.map((key) => (key.table === table ? { ...key, table: name } : { ...key, ref_table: name }))];
    known.tables = [...known.tables, ...known.tables.filter((entry) => entry.name === table).map((entry) => ({ ...entry, name }))];
    known.views = [...known.views, ...known.views.filter((entry) => entry.name === table).map((entry) => ({ ...entry, name }))];
    known.columns = [...known.columns, ...renamed(known.columns)];
    known.primary_keys = [...known.primary_keys, ...renamed(known.primary_keys)];
  }

  /** Names the embeds of a table, which may itself have a new name in the query. */
  function visit(parent: string, part: Pick<Query, 'select' | 'join'>): void {
    const table = names.get(parent) ?? parent;
    for (const [alias, embed] of embedsOf(part.select)) {
      const { hint, ...join } = part.join?.[alias] ?? {};
      const target = join.from ?? alias;
      const key = selfKey(table, target, hint, known);
      const name = key ? newName(table) : targetOf(table, target, known);
      if (name === undefined) continue;
      if (key) {
        const link = key.map((column) => (target === table ? { ...column, table: name, ref_table: parent } : { ...column, table: parent, ref_table: name }));
        addTable(name, table, link, embedsOf(embed.select).length > 0);
        // With a hint, the package does not treat the alias as a column.
        const [only, ...more] = link;
        part.join = { ...part.join, [alias]: { ...join, from: name, ...(only && more.length === 0 && { hint: only.foreign_key_name }) } };
      }
      else if (hint === undefined) withoutAliasHint(part, alias, keysBetween(table, name, known));
      visit(name, embed);
    }
  }

  const root = query.function === undefined ? query.from : tableOfFunction(query.function, known);
  if (root !== undefined) visit(root, query);
  return names;
}

/**
 * Keeps the package from treating the alias of an embed as a hint, if the alias is a column of one of the keys. The only key becomes
 * the hint. With several keys, the embed gets another alias, and the package refuses it as ambiguous (PGRST201).
 */
function withoutAliasHint(part: Pick<Query, 'select' | 'join'>, alias: string, keys: readonly ForeignKey[][]): void {
  if (!keys.some((key) => key.some(({ column }) => column === alias))) return;
  const join = part.join?.[alias];
  const [only, ...others] = keys;
  if (only?.[0] && others.length === 0) {
    if (only.length === 1) part.join = { ...part.join, [alias]: { ...join, hint: only[0].foreign_key_name } };
    return;
  }
  const renamed = `${alias}_embed`;
  part.select = (part.select ?? []).map((entry) => (typeof entry !== 'string' && entry[alias] ? { [renamed]: entry[alias] } : entry));
  part.join = { ...part.join, ...(join && { [renamed]: join }) };
}

const isNode = (part: unknown): part is { kind: string } => typeof part === 'object' && part !== null && 'kind' in part && typeof part.kind === 'string';
const tableNode = v.object({ kind: v.literal('TableNode'), table: v.looseObject({ kind: v.string(), identifier: v.looseObject({ name: v.string() }) }) });

/** Replaces the new names by the real tables: `from "tree" as "tree_1"` instead of `from "tree_1"`. Columns keep the new name. */
export function withRealTables<T>(part: T, names: ReadonlyMap<string, string>): T {
  function rewritten(node: unknown, place?: 'from' | 'alias'): unknown {
    if (Array.isArray(node)) return node.map((entry) => rewritten(entry, place));
    if (!isNode(node) || node.kind === 'ValueNode' || node.kind === 'PrimitiveValueListNode') return node;
    if (node.kind === 'TableNode') {
      const { table } = v.parse(tableNode, node);
      const real = names.get(table.identifier.name);
      if (real === undefined) return node;
      if (place === undefined) return { kind: 'TableNode', table: { kind: table.kind, identifier: table.identifier } };
      const realTable = { kind: 'TableNode', table: { ...table, identifier: { ...table.identifier, name: real } } };
      return place === 'alias' ? realTable : { kind: 'AliasNode', node: realTable, alias: table.identifier };
    }
    const placeOf = (key: string) => (key === 'froms' || (node.kind === 'JoinNode' && key === 'table') ? 'from' : node.kind === 'AliasNode' && key === 'node' ? 'alias' : undefined);
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, rewritten(value, placeOf(key))]));
  }
  // Only tables change, so the kind of the statement stays the same.
  return names.size === 0 ? part : (rewritten(part) as T);
}
