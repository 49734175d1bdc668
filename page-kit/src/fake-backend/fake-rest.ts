import * as v from 'valibot';
import { NotFakedError, type ReceivedRequest } from './received-request.ts';
import { conditionsOf, hasFilter } from './conditions.ts';
import type { FakeTable } from './fake-table.ts';
import { RestRefusal } from './rest-refusal.ts';
import { compare, splitList, valueAt, type Caller, type Row } from './values.ts';

const rowSchema = v.record(v.string(), v.unknown());
const rowsSchema = v.union([v.array(rowSchema), v.pipe(rowSchema, v.transform((row) => [row]))]);

/** Responds to a request for a table as PostgREST does. @throws RestRefusal, NotFakedError */
export function respondForTable(request: ReceivedRequest, table: FakeTable, find: FindTable, caller: Caller | null): Response {
  if (table.definition.signedInOnly && !caller) throw new RestRefusal(`permission denied for table ${table.name}`, { status: 401, code: '42501' });
  const prefer = new Map(splitList(request.headers.get('prefer') ?? '').map((one) => splitPreference(one)));
  // Including the response, because a change whose result cannot be shown is undone.
  return table.transaction(() => {
    const changed = change(request, table, caller, prefer);
    if (changed && prefer.get('return') !== 'representation') {
      return new Response(null, { status: request.method === 'POST' ? 201 : 204, headers: { 'content-range': contentRange(null, prefer, changed.rows.length) } });
    }
    const found = changed?.rows ?? visibleRows(request, table, caller);
    const reader = readerOf(request.query.get('select') ?? '*', table, find, caller);
    const read = ordered(found, request.query, table).map(reader).filter((row) => row !== null);
    return show(request, read, prefer, changed?.created === true ? 201 : 200);
  });
}

function splitPreference(preference: string): readonly [string, string] {
  const [name = '', value = ''] = preference.split('=');
  return [name, value];
}

function visibleRows({ query }: ReceivedRequest, table: FakeTable, caller: Caller | null): Row[] {
  const fits = conditionsOf(query, (column) => requireColumn(table, column));
  return table.rows.filter((row) => table.allows(row, caller) && fits(row));
}

/** Applies the change of the method; null for a method that only reads. */
function change(
  request: ReceivedRequest,
  table: FakeTable,
  caller: Caller | null,
  prefer: ReadonlyMap<string, string>,
): { readonly rows: Row[]; readonly created: boolean } | null {
  switch (request.method) {
    case 'GET':
    case 'HEAD':
      return null;
    case 'POST':
      return { rows: insert(request, table, caller, prefer), created: true };
    case 'PATCH': {
      requireFilter(request, 'UPDATE');
      const [changes = {}] = readRows(request.body, table);
      const rows = visibleRows(request, table, caller);
      for (const row of rows) requireAdmitted({ ...row, ...changes }, table, caller);
      return { rows: rows.map((row) => table.change(row, changes)), created: false };
    }
    case 'DELETE': {
      requireFilter(request, 'DELETE');
      const rows = visibleRows(request, table, caller);
      for (const row of rows) table.drop(row);
      return { rows, created: false };
    }
    default:
      throw new NotFakedError(`it sends ${request.method} to a table`);
  }
}

/** A hosted project refuses changes of all rows (the extension `safeupdate`). */
function requireFilter({ query }: ReceivedRequest, statement: 'UPDATE' | 'DELETE'): void {
  if (!hasFilter(query)) throw new RestRefusal(`${statement} requires a WHERE clause`, { status: 400, code: '21000' });
}

function insert({ query, body }: ReceivedRequest, table: FakeTable, caller: Caller | null, prefer: ReadonlyMap<string, string>): Row[] {
  const resolution = prefer.get('resolution');
  const onConflict = query.get('on_conflict')?.split(',') ?? table.key;
  if (resolution !== undefined && !table.isUnique(onConflict)) {
    throw new RestRefusal('there is no unique or exclusion constraint matching the ON CONFLICT specification', { status: 400, code: '42P10' });
  }
  // supabase-js names the columns of several rows. One that a row lacks is null there, and has its default only with `defaultToNull: false`.
  const columns = prefer.get('missing') === 'default' ? [] : splitList(query.get('columns') ?? '').map((column) => column.replace(/^"(.*)"$/, '$1'));
  const blank = Object.fromEntries(columns.map((column) => [column, null]));
  return readRows(body, table).flatMap((row): Row[] => {
    const given = { ...blank, ...row };
    const twin = resolution === undefined ? undefined : table.findDuplicate(given, onConflict);
    if (twin && resolution === 'ignore-duplicates') return [];
    if (twin) {
      // As Postgres does, of the stored row and of the one that replaces it.
      for (const changed of [twin, { ...twin, ...given }]) requireAdmitted(changed, table, caller);
      return [table.change(twin, given)];
    }
    const { owner, defaults } = table.definition;
    requireAdmitted({ ...defaults, ...(owner !== undefined && caller && { [owner]: caller.id }), ...given }, table, caller);
    return [table.add(given, caller)];
  });
}

function readRows(body: unknown, table: FakeTable): Row[] {
  const rows = v.safeParse(rowsSchema, body);
  if (!rows.success) throw new RestRefusal('Empty or invalid json', { status: 400, code: 'PGRST102' });
  const unknown = rows.output.flatMap((row) => Object.keys(row)).find((column) => !table.hasColumn(column));
  if (unknown === undefined) return rows.output;
  throw new RestRefusal(`Could not find the '${unknown}' column of '${table.name}' in the schema cache`, { status: 400, code: 'PGRST204' });
}

function requireAdmitted(row: Row, table: FakeTable, caller: Caller | null): void {
  if (table.allows(row, caller)) return;
  throw new RestRefusal(`new row violates row-level security policy for table "${table.name}"`, { status: caller ? 403 : 401, code: '42501' });
}

/** `order=created_at.desc.nullslast,id.desc`. Nulls come last, or first in a descending order, as in Postgres. */
function ordered(rows: readonly Row[], query: URLSearchParams, table: FakeTable): Row[] {
  const terms = splitList(query.get('order') ?? '').map((term) => {
    const [column = '', ...words] = term.split('.');
    requireColumn(table, column);
    const descends = words.includes('desc');
    return { column, sign: descends ? -1 : 1, nullsFirst: words.includes('nullsfirst') || (descends && !words.includes('nullslast')) };
  });
  return rows.toSorted((one, other) => {
    for (const { column, sign, nullsFirst } of terms) {
      const [left, right] = [valueAt(one, column), valueAt(other, column)];
      if (left === null && right === null) continue;
      if (left === null || right === null) return (left === null) === nullsFirst ? -1 : 1;
      const order = compare(left, right) * sign;
      if (order !== 0) return order;
    }
    return 0;
  });
}

/** Rows of a response at most: `max_rows` of a hosted project. */
const MAX_ROWS = 1000;

function show({ headers, query, method }: ReceivedRequest, rows: readonly Row[], prefer: ReadonlyMap<string, string>, status: number): Response {
  const [, from, to] = /^(\d+)-(\d*)$/.exec(headers.get('range') ?? '') ?? [];
  const offset = Number(query.get('offset') ?? from ?? 0);
  const limit = query.get('limit') ?? (to ? Number(to) - offset + 1 : Infinity);
  const reads = method === 'GET' || method === 'HEAD';
  if (reads && prefer.has('count') && offset > rows.length) {
    const details = `An offset of ${offset} was requested, but there are only ${rows.length} rows.`;
    throw new RestRefusal('Requested range not satisfiable', { status: 416, code: 'PGRST103', details });
  }
  const page = rows.slice(offset, offset + Math.min(Number(limit), reads ? MAX_ROWS : Infinity));
  const range = contentRange(page.length > 0 ? `${offset}-${offset + page.length - 1}` : null, prefer, rows.length);
  if (headers.get('accept')?.includes('vnd.pgrst.object')) return showOne(page, status);
  const isPart = status === 200 && prefer.has('count') && page.length < rows.length;
  const body = method === 'HEAD' ? null : JSON.stringify(page);
  return new Response(body, { status: isPart ? 206 : status, headers: { 'content-type': 'application/json', 'content-range': range } });
}

function showOne(page: readonly Row[], status: number): Response {
  const [row, ...more] = page;
  if (row && more.length === 0) return Response.json(row, { status });
  throw new RestRefusal('Cannot coerce the result to a single JSON object', { status: 406, code: 'PGRST116', details: `The result contains ${page.length} rows` });
}

function contentRange(range: string | null, prefer: ReadonlyMap<string, string>, count: number): string {
  return `${range ?? '*'}/${prefer.has('count') ? count : '*'}`;
}

/** Finds the tables that a selection embeds. */
type FindTable = (name: string) => FakeTable | undefined;

/** Selects the fields of a row; null if the row is left out (`!inner`). */
type Reader = (row: Row) => Row | null;

/** Creates the reader of a `select` (docs.postgrest.org, "Vertical Filtering" and "Resource Embedding"). */
function readerOf(select: string, table: FakeTable, find: FindTable, caller: Caller | null): Reader {
  const fields = splitList(select.replace(/\s+/g, '')).map((field) => fieldReader(field, table, find, caller));
  return (row) => {
    const read: Record<string, unknown> = {};
    for (const field of fields) if (!field(row, read)) return null;
    return read;
  };
}

/** Adds a field to the result; false if the row is left out without it. */
type FieldReader = (row: Row, read: Record<string, unknown>) => boolean;

function fieldReader(field: string, table: FakeTable, find: FindTable, caller: Caller | null): FieldReader {
  if (field === '*') {
    return (row, read) => {
      Object.assign(read, row);
      return true;
    };
  }
  const embed = /^(?:([\w]+):)?([\w]+)((?:![\w]+)*)\((.*)\)$/s.exec(field);
  if (embed) return embedReader(embed, table, find, caller);
  const [, alias, path = ''] = /^(?:(\w+):)?([\w>-]+)$/.exec(field) ?? [];
  if (path === '') throw new NotFakedError(`it selects "${field}"`);
  const column = requireColumn(table, path);
  const name = alias ?? path.split(/->>?/).at(-1) ?? path;
  return (row, read) => {
    if (!(column in row) && !table.rows.some((other) => column in other)) throw noColumn(table, column);
    read[name] = valueAt(row, path);
    return true;
  };
}

/** The column of a path such as `data->>name`. @throws RestRefusal if the table is known not to have it */
function requireColumn(table: FakeTable, path: string): string {
  const column = path.split('->')[0] ?? path;
  if (!table.hasColumn(column)) throw noColumn(table, column);
  return column;
}

/** A column that only other rows have is null; a column that no row has is an error. */
function noColumn(table: FakeTable, column: string): RestRefusal {
  return new RestRefusal(`column ${table.name}.${column} does not exist`, { status: 400, code: '42703' });
}

function embedReader([, alias, name = '', hints = '', inner = '']: RegExpExecArray, table: FakeTable, find: FindTable, caller: Caller | null): FieldReader {
  const other = find(name) ?? find(table.definition.references?.[name] ?? '');
  const column = other && (name in (table.definition.references ?? {}) ? name : columnTo(table, other, hints));
  const backColumn = other && (column === undefined ? columnTo(other, table, hints) : undefined);
  if (!other || (column === undefined && backColumn === undefined)) {
    throw new RestRefusal(`Could not find a relationship between '${table.name}' and '${name}' in the schema cache`, {
      status: 400,
      code: 'PGRST200',
      details: `Say in the test which column leads there: backend.table('${table.name}').define({ references: { ${name}_id: '${name}' } }).`,
    });
  }
  const reader = readerOf(inner, other, find, caller);
  const isInner = hints.includes('!inner');
  return (row, read) => {
    const found = other.rows
      .filter((candidate) => (column !== undefined ? candidate[keyOf(other)] === row[column] : candidate[backColumn ?? ''] === row[keyOf(table)]))
      .filter((candidate) => other.allows(candidate, caller))
      .map(reader)
      .filter((candidate) => candidate !== null);
    read[alias ?? name] = column === undefined ? found : (found[0] ?? null);
    return !isInner || found.length > 0;
  };
}

/** The column that others refer to. */
function keyOf({ key }: FakeTable): string {
  return key[0] ?? 'id';
}

/** The column of a table that refers to another table; if there are several, the one in the hint. */
function columnTo(table: FakeTable, other: FakeTable, hints: string): string | undefined {
  const columns = Object.entries(table.definition.references ?? {}).flatMap(([column, name]) => (name === other.name ? [column] : []));
  return columns.find((column) => hints.includes(`!${column}`) || hints.includes(column)) ?? columns[0];
}
