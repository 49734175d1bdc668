/** @jest-environment node */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { newFolder } from '../support/small-build.ts';
import { atrium, atriumJson } from './run-command.ts';

jest.setTimeout(60_000);

const TABLE = 'create table public.orders_items (id int primary key);\nalter table public.orders_items enable row level security;\n';

/** A module with migrations. */
function moduleWith(migrations: Readonly<Record<string, string>>, name = 'orders'): string {
  const folder = path.join(newFolder(), name);
  mkdirSync(path.join(folder, 'src'), { recursive: true });
  writeFileSync(path.join(folder, 'src/manifest.ts'), `import { defineModuleManifest } from '@atrium/page-kit/contract/module-manifest';\nexport const manifest = defineModuleManifest({ name: '${name}', contract: '^2.0.0', title: { en: 'X' }, routes: { list: '/${name}' } });\n`);
  write(folder, migrations);
  return folder;
}

function write(folder: string, migrations: Readonly<Record<string, string>>): void {
  mkdirSync(path.join(folder, 'supabase/migrations'), { recursive: true });
  for (const [file, sql] of Object.entries(migrations)) writeFileSync(path.join(folder, 'supabase/migrations', file), sql);
}

test('the migrations of a new module pass', async () => {
  const folder = newFolder();
  await atriumJson(folder, ['new', 'my-orders', '--kit', '1.2.3']);
  const { code, out } = await atrium(path.join(folder, 'my-orders'), ['db', 'check']);
  expect([code, out]).toEqual([0, 'The migration of my-orders can be gathered.\n']);
});

test.each<[string, string, string | null]>([
  ['a table of another name', 'create table if not exists public."Items" (id int);\nalter table "Items" enable row level security;', '1: The name of the table Items does not start with orders_, so another module could take it. Rename it to orders_Items.'],
  ['a table without row-level security', '-- create table x\ncreate table orders_items (id int);', '2: The table orders_items has no row-level security, so everyone with a grant reads all rows. Add: alter table orders_items enable row level security;'],
  ['a table whose protection is only in a string', "create table orders_items (id text default 'alter table orders_items enable row level security;');", '1: The table orders_items has no'],
  ['a table whose protection is only in a comment', 'create table orders_items (id int); /* /* */ alter table orders_items enable row level security; */', '1: The table orders_items has no'],
  ['a renamed table without row-level security', 'create table orders_a (id int);\nalter table orders_a rename to orders_b;', '2: The table orders_b has no'],
  ['a change of another module', `${TABLE}alter table only public.workspace_boards add column own int;`, '3: The table workspace_boards is not one of this module, whose names start with orders_. Ask the team that owns it.'],
  ['a policy on a table of another module', 'create policy orders_own on public.workspace_boards for select using (true);', '1: The table workspace_boards is not one of this module'],
  ['a policy of another name on a shared table', 'create policy own on storage.objects for select using (true);', '1: The name of the policy storage.own does not start with orders_'],
  ['a function that looks up names where its caller says', 'create function public.orders_count() returns int language sql security definer as $$ select 1; $$;', '1: The function orders_count has the rights of its owner, and looks up names where its caller says.'],
  ['a table whose protection was ended', `${TABLE}alter table orders_items disable row level security;`, '3: The table orders_items has no'],
  ['a table that shares its name with one of another schema', 'create schema orders_private;\ncreate table public.orders_a (id int);\ncreate table orders_private.orders_a (id int);\nalter table orders_private.orders_a enable row level security;', '2: The table orders_a has no'],
  ['a dropped table of another module in a list', `${TABLE}drop table orders_items, boards cascade;`, '3: The table boards is not one of this module'],
  ['a trigger on a table of another module', 'create trigger orders_copy after insert on boards for each row execute function public.orders_count();', '1: The table boards is not one of this module'],
  ['a dropped trigger of another module', 'drop trigger if exists boards_touch on public.boards;', '1: The table boards is not one of this module'],
  ['a trigger of another name on a shared table', 'create constraint trigger welcome after insert on auth.users for each row execute function public.orders_count();', '1: The name of the trigger auth.welcome does not start with orders_'],
  ['a role', 'create role editor;', '1: Roles belong to the whole project.'],
  ['a dropped table of another module', 'drop table if exists boards;', '1: The table boards is not one of this module'],
  ['own tables, functions, policies, indexes and schemas', `${TABLE}
    create index on public.orders_items (id);
    create unique index concurrently if not exists orders_items_id on only public.orders_items (id);
    create or replace function public.orders_count() returns int language plpgsql security definer set search_path = '' as $body$ begin create table other (id int); return 1; end $body$;
    create policy orders_items_own on public.orders_items for all using (true);
    create policy orders_files on storage.objects for select using (bucket_id = 'orders');
    create schema orders_private;
    create table orders_private.secrets (id int);
    alter table orders_private.secrets enable row level security;
    create temporary table scratch (id int);
    create trigger whatever after insert on public.orders_items for each row execute function public.orders_count();
    grant select on public.orders_items to authenticated;
    alter publication supabase_realtime add table public.orders_items;
    drop policy if exists orders_items_own on public.orders_items;
    create unique index on only orders_items (id);
    create table if not exists orders_items (id int);
    create table orders_old (id int); create table orders_older (id int); drop table orders_old, public.orders_older;
    create schema orders;
    create table orders.list (id int); alter table orders.list enable row level security;
    create user mapping for postgres server orders_server;
    create function public.orders_open() returns int language sql security definer as 'select 1';
    alter function public.orders_open() set search_path = '';
    create function public.orders_replaced() returns int language sql security definer as 'select 1';
    create or replace function public.orders_replaced() returns int language sql security definer set search_path = '' as 'select 1';`, null],
])('check sees %s', async (_case, sql, problem) => {
  const { code, out } = await atrium(moduleWith({ '20260101000000_orders.sql': sql }), ['db', 'check']);
  expect(out).toContain(problem === null ? 'The migration of orders can be gathered.' : `The migration of orders cannot be gathered:\n20260101000000_orders.sql:${problem}`);
  expect(code).toBe(problem === null ? 0 : 1);
});

test('gather copies the migrations of all modules in order, and only new ones', async () => {
  const folder = newFolder();
  const orders = moduleWith({ '20260101000000_orders.sql': TABLE, '20260301000000_more.sql': 'create schema orders_private;' });
  const news = moduleWith({ '20260201000000_news.sql': 'create schema news_private;' }, 'news');
  const gather = (...more: string[]) => atriumJson(folder, ['db', 'gather', '--out', 'all', orders, news, ...more]);
  expect((await gather('--dry-run')).json).toMatchObject({ ok: true, added: ['20260101000000_orders.sql', '20260201000000_news.sql', '20260301000000_more.sql'], written: false });
  expect(existsSync(path.join(folder, 'all'))).toBe(false);
  await gather();
  expect(readdirSync(path.join(folder, 'all'))).toEqual(['20260101000000_orders.sql', '20260201000000_news.sql', '20260301000000_more.sql']);
  expect(readFileSync(path.join(folder, 'all/20260101000000_orders.sql'), 'utf8')).toBe(TABLE);
  expect((await gather()).json).toMatchObject({ added: [], older: [] });

  write(news, { '20260202000000_late.sql': 'create schema news_more;' });
  const late = await atrium(folder, ['db', 'gather', '--out', 'all', orders, news]);
  expect(late.out).toContain('Copied 1 migration to all:\n  20260202000000_late.sql\nOne is older than the newest one there. A database that has run it needs: supabase db push --include-all');
});

test('gather does not ask to change gathered migrations, but what they leave open can be ended later', async () => {
  const folder = newFolder();
  const orders = moduleWith({ '20260101000000_orders.sql': TABLE });
  mkdirSync(path.join(folder, 'all'));
  writeFileSync(path.join(folder, 'all/1_platform.sql'), '');
  await atrium(folder, ['db', 'gather', '--out', 'all', orders]);
  const old = 'create index idx_items on orders_items (id);\ncreate function public.orders_count() returns int language sql security definer as $$ select 1 $$;';
  write(orders, { '20260102000000_old.sql': old });
  writeFileSync(path.join(folder, 'all/20260102000000_old.sql'), old);
  const gather = () => atrium(folder, ['db', 'gather', '--out', 'all', orders]);
  const open = await gather();
  expect(open).toMatchObject({ code: 1, err: expect.stringContaining('20260102000000_old.sql:2: The function orders_count has the rights') as string });
  expect(open.err).not.toContain('idx_items');
  write(orders, { '20260103000000_closed.sql': "alter function public.orders_count() set search_path = '';" });
  expect(await gather()).toMatchObject({ code: 0 });
});

test('a module does not change the tables of one whose name begins with its own', async () => {
  const orders = moduleWith({ '20260101000000_orders.sql': `${TABLE}drop table orders_archive_items;` });
  const archive = moduleWith({ '20260102000000_archive.sql': TABLE.replaceAll('orders_', 'orders_archive_') }, 'orders-archive');
  const { code, err } = await atrium(newFolder(), ['db', 'gather', '--out', 'all', orders, archive]);
  expect([code, err]).toEqual([1, expect.stringContaining('orders: 20260101000000_orders.sql:3: The table orders_archive_items is not one of this module')]);
});

test('gather refuses what a database could not run, and copies nothing', async () => {
  const folder = newFolder();
  const orders = moduleWith({ '20260101000000_orders.sql': TABLE });
  await atrium(folder, ['db', 'gather', '--out', 'all', orders]);
  const refused = async (...modules: string[]) => (await atriumJson(folder, ['db', 'gather', '--out', 'all', ...modules])).json['error'];

  write(orders, { '20260101000000_orders.sql': TABLE.replaceAll('\n', '\r\n') });
  expect(await refused(orders)).toBeUndefined();
  write(orders, { '20260101000000_orders.sql': `${TABLE}create schema orders_private;` });
  expect(await refused(orders)).toMatchObject({ code: 'edited-migration', message: expect.stringContaining('20260101000000_orders.sql of orders was changed after it was gathered.') as string });
  write(orders, { '20260101000000_orders.sql': TABLE });
  const news = moduleWith({ '20260101000000_news.sql': 'create schema news_private;' }, 'news');
  expect(await refused(orders, news)).toMatchObject({ code: 'same-version', message: expect.stringMatching(/^20260101000000_news\.sql of news and 20260101000000_orders\.sql of orders have the same time/) as string });
  expect(await refused(moduleWith({ '20260102000000_x.sql': 'create table x (id int);' }))).toMatchObject({ code: 'bad-migrations', message: expect.stringContaining('orders: 20260102000000_x.sql:1: The name of the table x') as string });
  expect(await refused(moduleWith({ 'x.sql': '' }))).toMatchObject({ code: 'bad-migration-name' });
  expect(await refused(moduleWith({}))).toMatchObject({ code: 'no-migrations' });
  expect(await refused(folder)).toMatchObject({ code: 'no-module' });
  expect(await refused()).toMatchObject({ code: 'usage' });
  expect(readdirSync(path.join(folder, 'all'))).toEqual(['20260101000000_orders.sql']);
});
