import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { Backend, temporaryDirectory } from '../backend.ts';

/** Statements that a hosted project refuses to a migration, and its message. */
const REFUSED: readonly (readonly [statement: string, message: string])[] = [
  ['alter table storage.objects enable row level security', 'must be owner of table objects'],
  ['alter table auth.users add column nickname text', 'must be owner of table users'],
  ['create index on storage.objects (owner)', 'must be owner of index objects_owner_idx'],
  ['drop table realtime.messages', 'must be owner of table messages'],
  ['drop function auth.uid()', 'must be owner of function auth.uid()'],
  ["alter role authenticator set pgrst.db_plan_enabled = 'true'", 'permission denied to set parameter "pgrst.db_plan_enabled"'],
  ['create rule own as on insert to auth.users do instead nothing', 'must be owner of rule users'],
  ['do $d$ begin set session_replication_role = replica; alter table storage.objects add column own int; end $d$', 'must be owner of table objects'],
  ['create table auth.own (id int)', 'permission denied for schema auth'],
  ['create function storage.own() returns int language sql as $f$ select 1 $f$', 'permission denied for schema storage'],
  ['create extension file_fdw', 'permission denied to create extension "file_fdw"'],
  ['create role admin superuser', 'permission denied to create role'],
  ['alter role postgres superuser', 'permission denied to alter role'],
  ['set role supabase_admin', 'permission denied to set role "supabase_admin"'],
  ["copy (select 1) to '/tmp/own'", 'permission denied to COPY to a file'],
  ["select pg_read_file('/etc/hosts')", 'permission denied for function pg_read_file'],
];

/** Statements that a hosted project allows. */
const ALLOWED: readonly string[] = [
  'create policy own on storage.objects for select to authenticated using (owner_id = auth.uid()::text)',
  'alter policy own on storage.objects using (true)',
  'drop policy own on storage.objects',
  'create policy own on realtime.messages for select to authenticated using (true)',
  'create function public.on_user() returns trigger language plpgsql security definer as $f$ begin return new; end $f$',
  'create trigger on_user after insert on auth.users for each row execute function public.on_user()',
  'drop trigger on_user on auth.users',
  'create table public.own (id int primary key, user_id uuid references auth.users on delete cascade)',
  'alter publication supabase_realtime add table public.own',
  "insert into storage.buckets (id, name) values ('own', 'own')",
  'delete from auth.sessions',
  'create schema own',
  "alter role authenticator set pgrst.db_aggregates_enabled = 'true'",
  'set session_replication_role = replica',
  'set session_replication_role = origin',
  'create role editor nologin',
  'grant editor to authenticator',
  "alter role authenticated set statement_timeout = '8s'",
  "alter database postgres set timezone to 'UTC'",
  'create extension if not exists pgcrypto with schema extensions',
  'select gen_random_bytes(1), uuid_generate_v4()',
  'create extension vector with schema extensions',
  "select '[1,2]'::vector <-> '[2,3]'",
  'create extension pg_trgm with schema extensions',
  "select similarity('abc', 'abd')",
  'alter default privileges for role postgres in schema public revoke execute on functions from public',
];

const attemptSchema = v.object({ statement: v.string(), failure: v.nullable(v.string()) });

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

test('a migration has the rights of a hosted project: it is no superuser, and the services own their schemas', async () => {
  const { directory, remove } = await temporaryDirectory();
  const statements = [...REFUSED.map(([statement]) => statement), ...ALLOWED];
  await writeFile(path.join(directory, '20260101000000_attempts.sql'), `
    create table public.attempts (id bigint generated always as identity primary key, statement text not null, failure text);
    do $$
    declare
      attempt text;
      failure text;
    begin
      foreach attempt in array array[${statements.map(literal).join(', ')}] loop
        failure := null;
        begin
          execute attempt;
        exception when others then
          failure := sqlstate || ' ' || sqlerrm;
        end;
        insert into public.attempts (statement, failure) values (attempt, failure);
      end loop;
    end
    $$;
    create view public.owners as
      select array(select distinct tableowner::text from pg_tables where schemaname = any (array['auth', 'storage', 'realtime', 'public']) order by 1) as owners;
    grant select on public.owners to service_role;
  `);
  const backend = await Backend.start('--memory', '--migrations', directory);
  const admin = backend.admin();

  const { data } = await admin.from('attempts').select('statement, failure').order('id').throwOnError();
  const failures = new Map(v.parse(v.array(attemptSchema), data).map(({ statement, failure }) => [statement, failure]));
  expect(failures).toEqual(new Map<string, string | null>([...REFUSED.map(([statement, message]) => [statement, `42501 ${message}`] as const), ...ALLOWED.map((statement) => [statement, null] as const)]));

  const { data: owners } = await admin.from('owners').select('owners').single().throwOnError();
  expect(owners).toEqual({ owners: ['postgres', 'supabase_auth_admin', 'supabase_realtime_admin', 'supabase_storage_admin'] });
  await backend.stop();
  await remove();
});
