import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { run, temporaryDirectory } from './backend.ts';

const MIGRATION = `
create type public.colour as enum ('red', 'light blue');
create table public.shelves (id bigint generated always as identity primary key, name text not null, tags text[] not null default '{}', colour public.colour);
create table public.books (
  shelf bigint references public.shelves (id), isbn text primary key, details jsonb not null default '{}',
  lower_isbn text generated always as (lower(isbn)) stored, found tsvector, lent boolean
);
create view public.lent_books as select isbn from public.books where lent;
create function public.lend(isbn text, days integer default 7) returns boolean language sql as 'select true';
create function public.overdue() returns table (isbn text, days integer) language sql as 'select null::text, 1';
create function public.all_books() returns setof public.books language sql as 'select * from public.books';
create function public.touch() returns trigger language plpgsql as 'begin return new; end';
`;

async function typesOf(sql: string): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const { directory, remove } = await temporaryDirectory();
  await writeFile(path.join(directory, '1_library.sql'), sql);
  const ended = await run(['types', '--migrations', directory]).ended;
  await remove();
  return ended;
}

/** The lines of a part without their indentation. */
function part(types: string, name: string): string[] {
  const lines = types.split('\n');
  const start = lines.findIndex((line) => line.trim() === `${name}: {`);
  const indent = lines[start]?.search(/\S/) ?? 0;
  const length = lines.slice(start + 1).findIndex((line) => line.search(/\S/) <= indent);
  return lines.slice(start + 1, start + 1 + length).map((line) => line.trim());
}

test('the types of a schema describe rows, inserts, updates and relationships', async () => {
  const { code, stdout } = await typesOf(MIGRATION);
  expect(code).toBe(0);
  expect(part(stdout, 'shelves').slice(1, 5)).toEqual([
    "colour: Database['public']['Enums']['colour'] | null;", 'id: number;', 'name: string;', 'tags: string[];',
  ]);
  expect(part(stdout, 'shelves').slice(7, 11)).toEqual([
    "colour?: Database['public']['Enums']['colour'] | null;", 'id?: never;', 'name: string;', 'tags?: string[];',
  ]);
  expect(part(stdout, 'books')).toEqual(expect.arrayContaining([
    'details: Json;', 'found: unknown;', 'lent: boolean | null;', 'lower_isbn?: never;',
    "{ foreignKeyName: 'books_shelf_fkey'; columns: ['shelf']; isOneToOne: false; referencedRelation: 'shelves'; referencedColumns: ['id'] },",
  ]));
  expect(part(stdout, 'lent_books')).toEqual(['Row: {', 'isbn: string | null;', '};', 'Relationships: [];']);
  expect(part(stdout, 'Functions')).toEqual([
    'all_books: {', 'Args: never;', "Returns: Database['public']['Tables']['books']['Row'][];", '};',
    'lend: {', 'Args: { days?: number; isbn: string };', 'Returns: boolean;', '};',
    'overdue: {', 'Args: never;', 'Returns: { days: number; isbn: string }[];', '};',
  ]);
  expect(part(stdout, 'Enums')).toEqual(["colour: 'red' | 'light blue';"]);
});

test('a failed migration is named, and no types are printed', async () => {
  const { code, stdout, stderr } = await typesOf('create tabel public.oops ();');
  expect(code).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toMatch(/^local-supabase: The migration .*1_library\.sql \(line 1\) failed: syntax error/);
});
