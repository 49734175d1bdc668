import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { ROOT } from '../../tools/repository/repository.ts';
import { addAuthenticator } from './auth/authenticator.ts';
import { Backend, PASSWORD, temporaryDirectory } from './backend.ts';

let directory: string;
let remove: () => Promise<void>;
beforeEach(async () => {
  ({ directory, remove } = await temporaryDirectory());
});
afterEach(() => remove());

/** Reverts a database to the version before second factors. */
const BEFORE_SECOND_FACTOR = `
drop table local_supabase.used_totp_steps;
drop table local_supabase.recovery_codes;
drop table local_supabase.recovery_code_failures;
drop table auth.mfa_challenges;
drop table auth.mfa_factors;
alter table auth.sessions alter column aal type text using aal::text;
alter table auth.sessions add constraint sessions_aal_check check (aal in ('aal1', 'aal2', 'aal3'));
drop type auth.aal_level;
drop type auth.factor_status;
drop type auth.factor_type;
delete from local_supabase_baseline.schema_migrations where version in ('0004', '0011');
`;

/** Reverts a database to the version in which migrations ran as the superuser, which had the name `postgres`. */
const BEFORE_HOSTED_ROLES = `
drop event trigger local_supabase_protect_services;
drop event trigger local_supabase_protect_services_from_drop;
drop function local_supabase.protect_services;
drop function local_supabase.protect_services_from_drop;
drop function local_supabase.refuse_change;
reassign owned by postgres to supabase_admin;
drop owned by postgres;
drop role postgres;
create role renamer superuser;
set session authorization renamer;
alter role supabase_admin rename to postgres;
set session authorization postgres;
drop role renamer;
delete from local_supabase_baseline.schema_migrations where version = '0012';
`;

/** Changes a database that no backend has open, as the superuser. */
function changeData(data: string, sql: string): void {
  execFileSync(process.execPath, [path.join(ROOT, 'tools/run-source/run-source.mjs'), path.join(ROOT, 'local-supabase/test/change-data-program.ts'), data], { input: sql });
}

test('data from before second factors existed still works, including sessions', async () => {
  const data = path.join(directory, 'data');
  const first = await Backend.start('--data-dir', data);
  const { data: before } = await first.client().auth.signUp({ email: 'early@example.com', password: PASSWORD });
  await first.stop();
  changeData(data, BEFORE_SECOND_FACTOR);

  const backend = await Backend.start('--data-dir', data);
  const client = backend.client();
  expect((await client.auth.refreshSession({ refresh_token: before.session?.refresh_token ?? '' })).error).toBeNull();
  await addAuthenticator(client);
  expect((await client.auth.getClaims()).data?.claims).toMatchObject({ sub: before.user?.id, aal: 'aal2' });
  await backend.stop();
});

test('migrations can change what they created while they still ran as the superuser', async () => {
  const data = path.join(directory, 'data');
  const migrations = path.join(directory, 'migrations');
  await mkdir(migrations);
  await writeFile(path.join(migrations, '20260101000000_books.sql'), `
    create type public.genre as enum ('poetry');
    create type public.place as (street text);
    create schema library;
    create table library.books (id bigint generated always as identity primary key, title text, genre public.genre);
    create function public.count_books() returns bigint language sql as 'select count(*) from library.books';
    grant usage on schema library to service_role;
  `);
  await (await Backend.start('--data-dir', data, '--migrations', migrations)).stop();
  changeData(data, BEFORE_HOSTED_ROLES);
  await writeFile(path.join(migrations, '20260102000000_changes.sql'), `
    alter table library.books add column year int;
    alter type public.genre add value 'prose';
    alter type public.place add attribute city text;
    create or replace function public.count_books() returns bigint language sql security definer set search_path = '' as 'select count(*) from library.books where year is null';
    insert into library.books (title) values ('First');
  `);
  const backend = await Backend.start('--data-dir', data, '--migrations', migrations);
  expect((await backend.admin().rpc('count_books')).data).toBe(1);
  await backend.stop();
});
