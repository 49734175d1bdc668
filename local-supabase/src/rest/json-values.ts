import * as v from 'valibot';
import type { PgliteConnection } from './load-lite.ts';
import { responseError } from './postgrest-errors.ts';
import { withRealTables } from './self-references.ts';

type Plugin = Parameters<InstanceType<typeof PgliteConnection>['kysely']['withPlugin']>[0];
type Statement = ReturnType<Plugin['transformQuery']>;
type OfKind<K extends Statement['kind']> = Extract<Statement, { kind: K }>;
type Raw = OfKind<'RawNode'>;
type Transform = Parameters<Plugin['transformQuery']>[0];
type Result = Parameters<Plugin['transformResult']>[0];

const columnNode = v.object({ column: v.object({ name: v.string() }) });
const nameOf = (node: unknown): string => v.parse(columnNode, node).column.name;

/** A raw SQL node, with parameters between its fragments. */
const raw = (sqlFragments: string[], ...parameters: Raw['parameters']): Raw => ({ kind: 'RawNode', sqlFragments, parameters });

/** A text parameter. */
const sentText = (text: string): Raw['parameters'][number] => {
  const node = { kind: 'ValueNode' as const, value: text };
  return node;
};

/** The only column of a result: each row as JSON. */
function jsonRow(json: Raw): NonNullable<OfKind<'SelectQueryNode'>['selections']>[number] {
  const alias = { kind: 'IdentifierNode' as const, name: 'row' };
  return { kind: 'SelectionNode', selection: { kind: 'AliasNode', node: json, alias } };
}

/** A query of the sent rows. */
function selectSent({ json, columns, withDefaults }: SentRows, names: string[], limit = ''): Raw {
  const list = names.map(quoted).join(', ');
  const typed = names.map((name) => `${quoted(name)} ${columns.get(name)?.type ?? 'text'}`).join(', ');
  if (!withDefaults) return raw([`select ${list} from json_to_recordset(`, `::json) as _(${typed})${limit}`], sentText(json));
  const defaults = names.flatMap((name) => {
    const fallback = columns.get(name)?.fallback;
    return fallback === null || fallback === undefined ? [] : [`'${name.replaceAll(`'`, `''`)}', ${fallback}`];
  });
  const complete = `(select jsonb_agg(jsonb_build_object(${defaults.join(', ')}) || sent) from jsonb_array_elements(`;
  return raw([`select ${list} from jsonb_to_recordset(${complete}`, `::jsonb) sent)) as _(${typed})${limit}`], sentText(json));
}

/**
 * Lets Postgres read the rows of a request from JSON and return JSON, like PostgREST. JavaScript values would lose
 * the difference between a JSON string and JSON in a string, digits of large numbers, and types that JavaScript lacks.
 */
export class PostgresJson implements Plugin {
  /** The table or view of the running request. */
  relation = '';
  /** The rows that the running request writes. */
  sent: SentRows | undefined;
  /** The real tables, by their names in the running request, see `nameSelfReferences`. */
  tables: ReadonlyMap<string, string> = new Map();
  readonly #wrapped = new WeakSet<object>();

  transformQuery({ node: statement, queryId }: Transform): Statement {
    const node = withRealTables(statement, this.tables);
    if (node.kind === 'SelectQueryNode') {
      this.#wrapped.add(queryId);
      return { kind: 'SelectQueryNode', selections: [jsonRow(raw(['row_to_json(_)']))], from: { kind: 'FromNode', froms: [raw(['', ' _'], node)] } };
    }
    if (node.kind === 'InsertQueryNode') return this.#returned(this.#insert(node), queryId);
    if (node.kind === 'UpdateQueryNode') return this.#returned(this.#update(node), queryId);
    if (node.kind === 'DeleteQueryNode') return this.#returned(node, queryId);
    return node;
  }

  transformResult({ result, queryId }: Result): ReturnType<Plugin['transformResult']> {
    if (!this.#wrapped.has(queryId)) return Promise.resolve(result);
    return Promise.resolve({ ...result, rows: v.parse(rowsSchema, result.rows).map(({ row }) => row) });
  }

  /** Makes a change return each row as JSON. */
  #returned<N extends OfKind<'InsertQueryNode' | 'UpdateQueryNode' | 'DeleteQueryNode'>>(node: N, queryId: object): N {
    if (!node.returning) return node;
    this.#wrapped.add(queryId);
    const columns = node.returning.selections.map(({ selection: column }) => (column.kind === 'SelectAllNode' ? raw([`${quoted(this.relation)}.*`]) : column));
    const row = raw(['(select row_to_json(_) from (select ', ...columns.slice(1).map(() => ', '), ') _)'], ...columns);
    return { ...node, returning: { ...node.returning, selections: [jsonRow(row)] } };
  }

  #insert(node: OfKind<'InsertQueryNode'>): OfKind<'InsertQueryNode'> {
    if (!this.sent) return node;
    const { columns = [], ...rest } = node;
    if (columns.length > 0) return { ...node, values: selectSent(this.sent, columns.map(nameOf)) };
    // Rows without values get the defaults of their columns.
    return { ...rest, values: raw(['select from json_array_elements(', '::json)'], sentText(this.sent.json)) };
  }

  #update(node: OfKind<'UpdateQueryNode'>): OfKind<'UpdateQueryNode'> {
    const names = (node.updates ?? []).map(({ column }) => nameOf(column));
    if (!this.sent || names.length === 0) return node;
    const values = selectSent(this.sent, names, ' limit 1');
    return {
      ...node,
      updates: [{ kind: 'ColumnUpdateNode', column: raw([`(${names.map(quoted).join(', ')})`]), value: raw(['(', ')'], values) }],
    };
  }
}

const rowsSchema = v.array(v.object({ row: v.record(v.string(), v.unknown()) }));

type Connection = InstanceType<typeof PgliteConnection>;
type Query = Parameters<Connection['onPostgrestAST']>[0];
type Introspection = Awaited<ReturnType<Connection['introspect']>>;

/** The body of a request. */
export interface Sent {
  body: string;
  /** For forms, the values that the package parsed are used. */
  format: 'json' | 'csv' | 'form';
}

/** The columns of a relation by name: their types, and the defaults of those that have one. */
export type WritableColumns = ReadonlyMap<string, { type: string; fallback: string | null }>;

/** The values of a change, which Postgres parses from JSON, as with PostgREST. */
interface SentRows {
  /** An array of objects. */
  json: string;
  columns: WritableColumns;
  /** Whether missing values become the default of their column instead of null. */
  withDefaults: boolean;
}

/** A quoted SQL identifier. */
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const columnsSchema = v.array(v.object({ name: v.string(), type: v.string(), fallback: v.nullable(v.string()) }));

/**
 * The rows of CSV, whose first line has the names of the columns. As in PostgREST, the text NULL means null, with and without quotes.
 * @throws Error PGRST102 when a line has more or fewer fields than the first one
 */
function csvRows(csv: string): Record<string, string | null>[] {
  const lines: string[][] = [[]];
  for (const [, field = '', end] of csv.replace(/\r?\n$/, '').matchAll(/("(?:[^"]|"")*"|[^,\r\n]*)(,|\r?\n|$)/g)) {
    lines.at(-1)?.push(field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field);
    if (end === '') break;
    if (end !== ',') lines.push([]);
  }
  const [names = [], ...rows] = lines;
  if (rows.some((row) => row.length !== names.length)) throw responseError(400, { code: 'PGRST102', message: 'All lines must have same number of fields' });
  return rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at] === 'NULL' ? null : (row[at] ?? null)])));
}

/**
 * The rows that a change writes, or undefined for a query without values.
 * @param known the columns of relations that earlier changes wrote. The catalog query costs more than most changes.
 */
export async function sentRows({ driver }: Connection, query: Query, { body, format }: Sent, known: Map<string, WritableColumns>): Promise<SentRows | undefined> {
  if (!query.values || !query.from) return undefined;
  const json = format === 'json' ? body : JSON.stringify(format === 'csv' ? csvRows(body) : query.values);
  const relation = `${quoted(query.schema ?? 'public')}.${quoted(query.from)}`;
  const columns = known.get(relation) ?? (await columnsOf(driver, relation));
  known.set(relation, columns);
  return {
    json: json.trimStart().startsWith('[') ? json : `[${json}]`,
    columns,
    withDefaults: query.$meta?.missing === 'default',
  };
}

async function columnsOf(driver: Connection['driver'], relation: string): Promise<WritableColumns> {
  const { rows } = await driver.query(
    `select attname as name, format_type(atttypid, atttypmod) as type,
       case when attidentity <> '' then format('nextval(%L)', pg_get_serial_sequence($1, attname)) else pg_get_expr(adbin, adrelid) end as fallback
     from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
     where attrelid = to_regclass($1) and attnum > 0 and not attisdropped and attgenerated = ''`,
    [relation],
  );
  return new Map(v.parse(columnsSchema, rows).map(({ name, ...column }) => [name, column]));
}

const argumentsSchema = v.tuple([v.record(v.string(), v.nullable(v.string()))]);

/**
 * Lets Postgres parse the arguments of a function from the body. The package passes them on unchanged as text.
 * Calls that match no function or several are left alone: the package returns an error.
 */
export async function readArguments({ driver }: Connection, query: Query, { body, format }: Sent, functions: Introspection['functions'] = []): Promise<void> {
  const { args } = query;
  if (format !== 'json' || !body || query.httpMethod !== 'POST' || !args || !query.function) return;
  const candidates = functions.filter(({ schema, name }) => schema === (query.schema ?? 'public') && name === query.function);
  const names = Array.isArray(args) ? [] : Object.keys(args);
  const named = candidates.filter(({ arg_names }) => names.every((name) => arg_names.includes(name)));
  const [fitting] = named;
  if (names.length > 0 && named.length === 1 && fitting) {
    const read = names.filter((name) => !(fitting.has_variadic && name === fitting.arg_names.at(-1)));
    if (read.length === 0) return;
    const typed = read.map((name) => `${quoted(name)} ${fitting.arg_types[fitting.arg_names.indexOf(name)] ?? 'text'}`);
    const { rows } = await driver.query(`select ${read.map((name) => `${quoted(name)}::text`).join(', ')} from json_to_record($1::json) as _(${typed.join(', ')})`, [body]);
    query.args = { ...args, ...v.parse(argumentsSchema, rows)[0] };
  } else if (named.length === 0 && candidates.some(({ arg_names, arg_types }) => arg_names.length === 0 && /^jsonb?$/.test(arg_types.join()))) {
    // A single unnamed parameter gets the whole body.
    Object.assign(query, { args: body });
  }
}
