import * as v from 'valibot';
import type { PgliteConnection } from './load-lite.ts';

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
export interface SentRows {
  /** An array of objects. */
  json: string;
  /** The types of the relation's columns, and the defaults of those that have one. */
  columns: ReadonlyMap<string, { type: string; fallback: string | null }>;
  /** Whether a value that a row leaves out is the default of its column instead of null. */
  withDefaults: boolean;
}

/** An identifier as SQL writes it. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

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
