import * as v from 'valibot';
import type { SeenRequest } from '../seen-request.ts';
import { NotFakedError } from '../not-faked.ts';
import { compare } from './compare.ts';
import { conditionsOf } from './conditions.ts';
import type { FakeTable } from './fake-table.ts';
import { RestRefusal } from './rest-refusal.ts';
import { valueAt, type Caller, type Row } from './row.ts';
import { readerOf, type FindTable } from './selection.ts';
import { splitList } from './split-list.ts';

const rowSchema = v.record(v.string(), v.unknown());
const rowsSchema = v.union([v.array(rowSchema), v.pipe(rowSchema, v.transform((row) => [row]))]);

/** Answers a request for a table as PostgREST does. @throws RestRefusal, NotFakedError */
export function answerTable(request: SeenRequest, table: FakeTable, find: FindTable, caller: Caller | null): Response {
  if (table.definition.signedInOnly && !caller) throw new RestRefusal(`permission denied for table ${table.name}`, { status: 401, code: '42501' });
  const prefer = new Map(splitList(request.headers.get('prefer') ?? '').map((one) => splitPreference(one)));
  const changed = table.asOne(() => change(request, table, caller, prefer));
  if (changed && prefer.get('return') !== 'representation') {
    return new Response(null, { status: request.method === 'POST' ? 201 : 204, headers: { 'content-range': contentRange(null, prefer, changed.rows.length) } });
  }
  const found = changed?.rows ?? visibleRows(request, table, caller);
  const reader = readerOf(request.query.get('select') ?? '*', table, find, caller);
  const read = ordered(found, request.query).map(reader).filter((row) => row !== null);
  return show(request, read, prefer, changed?.created === true ? 201 : 200);
}

function splitPreference(preference: string): readonly [string, string] {
  const [name = '', value = ''] = preference.split('=');
  return [name, value];
}

function visibleRows({ query }: SeenRequest, table: FakeTable, caller: Caller | null): Row[] {
  const fits = conditionsOf(query);
  return table.rows.filter((row) => table.admits(row, caller) && fits(row));
}

/** Does what the method asks for; null where it only reads. */
function change(
  request: SeenRequest,
  table: FakeTable,
  caller: Caller | null,
  prefer: ReadonlyMap<string, string>,
): { readonly rows: Row[]; readonly created: boolean } | null {
  switch (request.method) {
    case 'GET':
    case 'HEAD':
      return null;
    case 'POST':
      return { rows: insert(request, table, caller, prefer.get('resolution')), created: true };
    case 'PATCH': {
      const [changes = {}] = readRows(request.body, table);
      const rows = visibleRows(request, table, caller);
      for (const row of rows) requireAdmitted({ ...row, ...changes }, table, caller);
      return { rows: rows.map((row) => table.change(row, changes)), created: false };
    }
    case 'DELETE': {
      const rows = visibleRows(request, table, caller);
      for (const row of rows) table.drop(row);
      return { rows, created: false };
    }
    default:
      throw new NotFakedError(`it asks a table with ${request.method}`);
  }
}

function insert({ query, body }: SeenRequest, table: FakeTable, caller: Caller | null, resolution: string | undefined): Row[] {
  const onConflict = query.get('on_conflict')?.split(',') ?? table.key;
  return readRows(body, table).flatMap((given): Row[] => {
    const twin = resolution === undefined ? undefined : table.twinOf(given, onConflict);
    if (twin && resolution === 'ignore-duplicates') return [];
    if (twin) {
      requireAdmitted(twin, table, caller);
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
  const unknown = rows.output.flatMap((row) => Object.keys(row)).find((column) => !table.mayHave(column));
  if (unknown === undefined) return rows.output;
  throw new RestRefusal(`Could not find the '${unknown}' column of '${table.name}' in the schema cache`, { status: 400, code: 'PGRST204' });
}

function requireAdmitted(row: Row, table: FakeTable, caller: Caller | null): void {
  if (table.admits(row, caller)) return;
  throw new RestRefusal(`new row violates row-level security policy for table "${table.name}"`, { status: caller ? 403 : 401, code: '42501' });
}

/** `order=created_at.desc.nullslast,id.desc`. Nulls come last, or first in a descending order, as in Postgres. */
function ordered(rows: readonly Row[], query: URLSearchParams): Row[] {
  const terms = splitList(query.get('order') ?? '').map((term) => {
    const [column = '', ...words] = term.split('.');
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

function show({ headers, query, method }: SeenRequest, rows: readonly Row[], prefer: ReadonlyMap<string, string>, status: number): Response {
  const [, from, to] = /^(\d+)-(\d*)$/.exec(headers.get('range') ?? '') ?? [];
  const offset = Number(query.get('offset') ?? from ?? 0);
  const limit = query.get('limit') ?? (to ? Number(to) - offset + 1 : Infinity);
  const page = rows.slice(offset, offset + Number(limit));
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
