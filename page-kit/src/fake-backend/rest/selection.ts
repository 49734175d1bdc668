import { NotFakedError } from '../not-faked.ts';
import type { FakeTable } from './fake-table.ts';
import { RestRefusal } from './rest-refusal.ts';
import { valueAt, type Caller, type Row } from './row.ts';
import { splitList } from './split-list.ts';

/** Finds the tables that a selection embeds. */
export type FindTable = (name: string) => FakeTable | undefined;

/** What a query reads of a row, and whether it reads the row at all (`!inner`). */
export type Reader = (row: Row) => Row | null;

/** Makes the reader of a `select` (docs.postgrest.org, "Vertical Filtering" and "Resource Embedding"). */
export function readerOf(select: string, table: FakeTable, find: FindTable, caller: Caller | null): Reader {
  const fields = splitList(select.replace(/\s+/g, '')).map((field) => fieldReader(field, table, find, caller));
  return (row) => {
    const read: Record<string, unknown> = {};
    for (const field of fields) if (!field(row, read)) return null;
    return read;
  };
}

/** Adds a field to what is read; false where the row is left out for want of it. */
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
  const column = path.split('->')[0] ?? path;
  if (!table.mayHave(column)) throw noColumn(table, column);
  const name = alias ?? path.split(/->>?/).at(-1) ?? path;
  return (row, read) => {
    if (!(column in row) && !table.rows.some((other) => column in other)) throw noColumn(table, column);
    read[name] = valueAt(row, path);
    return true;
  };
}

/** A row without a column that another row has is null there; a column that no row has is a mistake. */
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
      .filter((candidate) => other.admits(candidate, caller))
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

/** The column of a table that leads to another; with several, the one that a hint names. */
function columnTo(table: FakeTable, other: FakeTable, hints: string): string | undefined {
  const columns = Object.entries(table.definition.references ?? {}).flatMap(([column, name]) => (name === other.name ? [column] : []));
  return columns.find((column) => hints.includes(`!${column}`) || hints.includes(column)) ?? columns[0];
}
