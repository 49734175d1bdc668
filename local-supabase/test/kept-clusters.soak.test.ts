import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { Backend, PASSWORD, temporaryDirectory, writeConfig } from './backend.ts';

let directory: string;
let remove: () => Promise<void>;
beforeAll(async () => {
  ({ directory, remove } = await temporaryDirectory());
});
afterAll(() => remove());

/** Starts a backend in the host process of this test worker, which has the results of earlier migrations. */
const start = (): Promise<Backend> => Backend.start('--memory', '--migrations', directory);

/** Adds a user and a row, and stops the backend. */
async function use(backend: Backend): Promise<void> {
  expect((await backend.client().auth.signUp({ email: 'ann@example.com', password: PASSWORD })).error).toBeNull();
  expect((await backend.client().from('things').insert({ id: 2 })).error).toBeNull();
  await backend.stop();
}

test('backends with the same migrations share only what the migrations make', async () => {
  await writeFile(
    path.join(directory, '1_things.sql'),
    'create table public.things (id int, made_at timestamptz default now()); grant select, insert on public.things to anon; insert into public.things values (1);',
  );
  const [first, second] = [await start(), await start()];
  const { data: made } = await second.client().from('things').select();
  await use(first);
  await use(second);

  await writeFile(path.join(directory, '2_more.sql'), 'alter table public.things add column note text;');
  const third = await start();
  expect(new Set([first, second, third].map(({ ready }) => ready.secretKey)).size).toBe(3);
  // The time is the one of the second backend: the third has not run the first migration again.
  const { data: things } = await third.client().from('things').select();
  expect(things).toEqual([{ ...made?.[0], id: 1, note: null }]);
  const { data: users } = await third.admin().auth.admin.listUsers();
  expect(users.users).toEqual([]);
  await third.stop();
});

const BOOKS = `
create table public.books (id int generated always as identity, title text default 'First', made_at timestamptz default now());
grant all on public.books to anon;
insert into public.books default values;
insert into storage.buckets (id, name) values ('covers', 'covers');
create function public.run(statement text) returns void language plpgsql security definer as $$ begin execute statement; end $$;
create function public.state() returns json language sql security definer as $$ select json_build_object(
  'rows', (select json_agg(books) from public.books),
  'sequence', (select json_build_array(last_value, is_called) from public.books_id_seq),
  'users', (select count(*) from auth.users),
  'objects', (select count(*) from storage.objects),
  'buckets', (select count(*) from storage.buckets),
  'messages', (select count(*) from local_supabase.inbox_messages),
  'relations', (select json_agg(concat(oid::regclass, relacl, relrowsecurity) order by oid) from pg_class where relnamespace = 'public'::regnamespace),
  'columns', (select json_agg(attname order by attnum) from pg_attribute where attrelid = 'public.books'::regclass),
  'functions', (select json_agg(proname order by proname) from pg_proc where pronamespace = 'public'::regnamespace),
  'temporary tables', (select count(*) from pg_class where relpersistence = 't'),
  'policies', (select count(*) from pg_policies where tablename = 'books'),
  'extensions', (select json_agg(extname order by extname) from pg_extension),
  'roles', (select json_agg(rolname order by rolname) from pg_roles),
  'settings of the database', (select json_agg(setconfig order by setrole) from pg_db_role_setting),
  'settings of the session', (select json_agg(name || '=' || setting order by name) from pg_settings where name in ('work_mem', 'search_path', 'timezone', 'statement_timeout')),
  'own setting', current_setting('app.tenant', true),
  'prepared statements', (select count(*) from pg_prepared_statements),
  'advisory locks', (select count(*) from pg_locks where locktype = 'advisory'),
  'channels', (select count(*) from pg_listening_channels() where pg_listening_channels = 'news'),
  'cursors', (select count(*) from pg_cursors where is_holdable)
) $$;
create function public.chances() returns json language sql volatile as $$
  select json_build_array(random(), gen_random_uuid(), encode(extensions.gen_random_bytes(8), 'hex'), extensions.gen_salt('bf'))
$$;`;

/** What a test can do to a session and to its database: each changes something in `state`, or the files. */
const CHANGES = [
  "insert into public.books (title) values ('Second')",
  "update public.books set title = 'Changed' where id = 1",
  'create table public.shelves (id int)',
  'grant all on public.shelves to anon',
  'alter table public.books add column author text',
  "create function public.added() returns int language sql as 'select 1'",
  'alter table public.books enable row level security',
  'create policy everything on public.books using (true)',
  'create role librarian',
  "alter database postgres set statement_timeout = '9s'",
  "insert into storage.buckets (id, name) values ('more', 'more')",
  'create temporary table notes_of_session (id int)',
  "set work_mem = '1MB'",
  "select set_config('app.tenant', 'ann', false)",
  'prepare everything as select 1',
  'select pg_advisory_lock(1)',
  'listen news',
  'declare reader cursor with hold for select 1',
  // More than the buffers hold, so Postgres writes changed pages to the files of the cluster.
  "create table public.large as select repeat('x', 1000) from generate_series(1, 30000)",
];

/** A backend on the books, with few sign-ups allowed. */
async function startLibrary(folder: string): Promise<Backend> {
  const config = await writeConfig(folder, { rate_limit: { sign_in_sign_ups: 2 }, email: { enable_confirmations: true } });
  return Backend.start('--memory', '--migrations', path.join(folder, 'migrations'), '--config', config);
}

const callAs = async (backend: Backend, name: string): Promise<unknown> => (await backend.admin().rpc(name).throwOnError()).data;

/** Signs up, stores a file, gets a mail, uses up the rate limit and makes every change. */
async function leaveTraces(backend: Backend, changes: readonly string[]): Promise<void> {
  for (const email of ['ann@example.com', 'ben@example.com']) expect((await backend.client().auth.signUp({ email, password: PASSWORD })).error).toBeNull();
  expect((await backend.client().auth.signUp({ email: 'cleo@example.com', password: PASSWORD })).error?.status).toBe(429);
  expect((await backend.admin().storage.from('covers').upload('first.txt', 'A cover')).error).toBeNull();
  for (const statement of changes) await backend.admin().rpc('run', { statement }).throwOnError();
}

describe('a backend on the cluster of a stopped one', () => {
  let folder: string;
  let removeFolder: () => Promise<void>;
  beforeAll(async () => {
    ({ directory: folder, remove: removeFolder } = await temporaryDirectory());
    await mkdir(path.join(folder, 'migrations'));
    await writeFile(path.join(folder, 'migrations', '1_books.sql'), BOOKS);
  });
  afterAll(() => removeFolder());

  test('has nothing of it', async () => {
    const first = await startLibrary(folder);
    const [clean, chances] = [await callAs(first, 'state'), await callAs(first, 'chances')];
    await leaveTraces(first, CHANGES);
    const changed = v.parse(stateSchema, await callAs(first, 'state'));
    expect(await first.messages('ann@example.com')).toHaveLength(1);
    // Otherwise the comparison below could not fail.
    const untouched = Object.entries(v.parse(stateSchema, clean)).filter(([name, value]) => JSON.stringify(value) === JSON.stringify(changed[name]));
    expect(untouched.map(([name]) => name)).toEqual(['extensions']);
    await first.stop();

    for (let round = 0; round < 3; round += 1) {
      const next = await startLibrary(folder);
      // The rows contain the time of the migrations, so they have not run again.
      expect(await callAs(next, 'state')).toEqual(clean);
      expect(await next.messages('ann@example.com')).toEqual([]);
      expect((await next.admin().storage.from('covers').download('first.txt')).error).not.toBeNull();
      for (const value of v.parse(v.array(v.unknown()), await callAs(next, 'chances'))) expect(chances).not.toContainEqual(value);
      expect([next.ready.secretKey, next.ready.publishableKey]).not.toEqual([first.ready.secretKey, first.ready.publishableKey]);
      expect((await next.client(first.ready.secretKey).from('books').select()).status).toBe(401);
      expect((await next.client().from('shelves').select()).error?.code).toBe('PGRST205');
      expect((await next.client().from('books').insert({ title: 'Third' }).select('id')).data).toEqual([{ id: 2 }]);
      await leaveTraces(next, []);
      await next.stop();
    }
  });

  test('serves the schema of its own migrations', async () => {
    const first = await startLibrary(folder);
    expect((await first.client().from('books').select()).error).toBeNull();
    await first.stop();
    const more = path.join(folder, 'more');
    await mkdir(more);
    await writeFile(path.join(more, '2_films.sql'), 'create table public.films (id int); grant all on public.films to anon;');
    const books = path.join(folder, 'migrations');
    for (const [directories, tables] of [[[books, more], ['books', 'films']], [[books], ['books']], [[more], ['films']], [[], []]] as const) {
      const backend = await Backend.start('--memory', ...directories.map((directory) => `--migrations=${directory}`));
      for (const table of ['books', 'films'] as const) {
        const { error } = await backend.client().from(table).select();
        expect(error?.code).toBe(tables.some((name) => name === table) ? undefined : 'PGRST205');
      }
      await backend.stop();
    }
  });

  test('works after a library was loaded, which no state of a cluster can undo', async () => {
    for (let round = 0; round < 2; round += 1) {
      const backend = await startLibrary(folder);
      await backend.admin().rpc('run', { statement: 'create extension ltree' }).throwOnError();
      await backend.admin().rpc('run', { statement: "select 'a.b'::public.ltree @> 'a.b.c'" }).throwOnError();
      await backend.stop();
    }
  });

  test('works after a statement that exceeded the stack', async () => {
    const states: unknown[] = [];
    for (let round = 0; round < 3; round += 1) {
      const backend = await startLibrary(folder);
      states.push(await callAs(backend, 'state'));
      const endless = "create function public.deeper() returns int language plpgsql as 'begin return public.deeper(); end'";
      await backend.admin().rpc('run', { statement: endless }).throwOnError();
      // PGlite may report no error then. The session is not to be trusted any more, whatever it says.
      await backend.admin().rpc('run', { statement: 'select public.deeper()' });
      await backend.stop();
    }
    expect(states).toEqual([states[0], states[0], states[0]]);
  });
});

const stateSchema = v.record(v.string(), v.unknown());
