import * as v from 'valibot';
import type { PgliteConnection } from './load-lite.ts';
import { withRealTables } from './self-references.ts';

type Plugin = Parameters<InstanceType<typeof PgliteConnection>['kysely']['withPlugin']>[0];
type Statement = ReturnType<Plugin['transformQuery']>;
type OfKind<K extends Statement['kind']> = Extract<Statement, { kind: K }>;
type Raw = OfKind<'RawNode'>;
type Transform = Parameters<Plugin['transformQuery']>[0];
type Result = Parameters<Plugin['transformResult']>[0];

const columnNode = v.object({ column: v.object({ name: v.string() }) });
const nameOf = (node: unknown): string => v.parse(columnNode, node).column.name;

/** A part of a statement in SQL, with other parts between its fragments. */
const raw = (sqlFragments: string[], ...parameters: Raw['parameters']): Raw => ({ kind: 'RawNode', sqlFragments, parameters });

/** A value of a statement. */
const sentText = (text: string): Raw['parameters'][number] => {
  const node = { kind: 'ValueNode' as const, value: text };
  return node;
};

/** The only column of a result: each row as JSON. */
function jsonRow(json: Raw): NonNullable<OfKind<'SelectQueryNode'>['selections']>[number] {
  const alias = { kind: 'IdentifierNode' as const, name: 'row' };
  return { kind: 'SelectionNode', selection: { kind: 'AliasNode', node: json, alias } };
}

/** The columns of the sent rows, as a query of them. */
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
 * Lets Postgres read the rows of a request from JSON and write its answer as JSON, like PostgREST does. JavaScript values would lose
 * the difference between a JSON string and JSON in a string, digits of large numbers, and types that JavaScript lacks.
 */
export class PostgresJson implements Plugin {
  /** The table or view of the running request. */
  relation = '';
  /** The rows that the running request writes. */
  sent: SentRows | undefined;
  /** The real tables, by the names that the running request has for them, see `nameSelfReferences`. */
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
    // Rows without values have the defaults of their columns.
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

/** Where the values of a request come from. */
export interface Sent {
  /** The body as it was sent. */
  body: string;
  /** Whether the body is JSON. Otherwise (CSV, a form) the values are those that the package read. */
  isJson: boolean;
}

/** The values of a change, which Postgres reads from JSON itself, as it does for PostgREST. */
interface SentRows {
  /** An array of objects. */
  json: string;
  /** The types of the relation's columns, and the defaults of those that have one. */
  columns: ReadonlyMap<string, { type: string; fallback: string | null }>;
  /** Whether a value that a row leaves out is the default of its column instead of null. */
  withDefaults: boolean;
}

/** An identifier as SQL writes it. */
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const columnsSchema = v.array(v.object({ name: v.string(), type: v.string(), fallback: v.nullable(v.string()) }));

/** The rows that a change writes, or undefined for a query that writes none. */
export async function sentRows({ driver }: Connection, query: Query, { body, isJson }: Sent): Promise<SentRows | undefined> {
  if (!query.values || !query.from) return undefined;
  const json = isJson ? body : JSON.stringify(query.values);
  const { rows } = await driver.query(
    `select attname as name, format_type(atttypid, atttypmod) as type,
       case when attidentity <> '' then format('nextval(%L)', pg_get_serial_sequence($1, attname)) else pg_get_expr(adbin, adrelid) end as fallback
     from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
     where attrelid = to_regclass($1) and attnum > 0 and not attisdropped and attgenerated = ''`,
    [`${quoted(query.schema ?? 'public')}.${quoted(query.from)}`],
  );
  return {
    json: json.trimStart().startsWith('[') ? json : `[${json}]`,
    columns: new Map(v.parse(columnsSchema, rows).map(({ name, ...column }) => [name, column])),
    withDefaults: query.$meta?.missing === 'default',
  };
}

const argumentsSchema = v.tuple([v.record(v.string(), v.nullable(v.string()))]);

/**
 * Lets Postgres read the arguments of a function from the body. In their text form, the package passes them on unchanged.
 * Calls that fit no function, or several, stay as they are: the package answers them with an error.
 */
export async function readArguments({ driver }: Connection, query: Query, { body, isJson }: Sent, functions: Introspection['functions'] = []): Promise<void> {
  const { args } = query;
  if (!isJson || !body || query.httpMethod !== 'POST' || !args || !query.function) return;
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
    // A single unnamed parameter takes the body as a whole.
    Object.assign(query, { args: body });
  }
}
