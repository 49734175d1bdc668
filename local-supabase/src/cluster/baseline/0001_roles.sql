-- The roles that a hosted project has, as far as migrations and the API name them.
create role anon nologin noinherit;
create role authenticated nologin noinherit;
create role service_role nologin noinherit bypassrls;
create role authenticator noinherit;
create role supabase_auth_admin noinherit createrole;
grant anon, authenticated, service_role to authenticator;

create schema if not exists extensions;
grant usage on schema extensions to public;
create extension if not exists pgcrypto with schema extensions;
alter database postgres set search_path to "$user", public, extensions;
alter database postgres set timezone to 'UTC';

-- As on new hosted projects: a table is reachable through the API once a migration grants it.
-- The service role works on whatever migrations create.
grant usage on schema public to anon, authenticated, service_role;
alter default privileges in schema public grant all on tables to service_role;
alter default privileges in schema public grant all on sequences to service_role;
alter default privileges in schema public grant all on functions to anon, authenticated, service_role;
