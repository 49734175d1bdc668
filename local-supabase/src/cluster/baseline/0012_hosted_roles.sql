-- The roles and grants of a hosted project (github.com/supabase/postgres, migrations/db and supautils.conf), so that a migration that runs
-- here has no rights that it lacks there. The superuser that Postgres was set up with cannot lose its rights, so it gets another name,
-- which only another superuser can give it.
create role local_supabase_renamer superuser;
set session authorization local_supabase_renamer;
alter role postgres rename to supabase_admin;
set session authorization supabase_admin;
drop role local_supabase_renamer;

create role postgres nosuperuser createdb createrole login replication bypassrls;
alter database postgres owner to postgres;
grant anon, authenticated, service_role to postgres with admin option;
-- For `alter role authenticator set …`. Before Postgres 16, a grant cannot give this right alone.
do $$
begin
  if current_setting('server_version_num')::int < 160000 then
    grant authenticator to postgres with admin option;
  else
    execute 'grant authenticator to postgres with admin true, inherit false, set false';
  end if;
end
$$;
grant pg_monitor, pg_read_all_data, pg_signal_backend to postgres;
-- The settings of PostgREST that this backend honours.
grant set on parameter "pgrst.db_aggregates_enabled", "pgrst.db_tx_end" to postgres;
-- Dumps begin with it.
grant set on parameter session_replication_role to postgres;

-- The services own what is theirs. What runs with the rights of its owner stays with the superuser.
grant all on schema auth to supabase_auth_admin;
grant all on schema storage to supabase_storage_admin;
grant all on schema realtime to supabase_realtime_admin;
do $$
declare
  service record;
  object record;
begin
  for service in values ('auth', 'supabase_auth_admin'), ('storage', 'supabase_storage_admin'), ('realtime', 'supabase_realtime_admin') loop
    for object in
      select 'table' as kind, oid::regclass::text as name from pg_catalog.pg_class where relnamespace = service.column1::regnamespace and relkind = 'r'
      union all
      select 'function', oid::regprocedure::text from pg_catalog.pg_proc where pronamespace = service.column1::regnamespace and not prosecdef
      union all
      select 'type', oid::regtype::text from pg_catalog.pg_type where typnamespace = service.column1::regnamespace and typtype = 'e'
    loop
      execute format('alter %s %s owner to %I', object.kind, object.name, service.column2);
    end loop;
    execute format('grant usage on schema %I to postgres', service.column1);
    execute format('grant all on all tables in schema %I to postgres', service.column1);
    execute format('grant all on all sequences in schema %I to postgres', service.column1);
    execute format('grant all on all routines in schema %I to postgres', service.column1);
  end loop;
end
$$;
create extension if not exists "uuid-ossp" with schema extensions;
grant usage on schema extensions to postgres;
alter publication supabase_realtime owner to postgres;

-- A table of a migration is reachable through the API once it is granted, as on new projects.
alter default privileges for role postgres in schema public grant all on tables to service_role;
alter default privileges for role postgres in schema public grant all on sequences to service_role;
alter default privileges for role postgres in schema public grant all on functions to anon, authenticated, service_role;

-- Migrations may give the services' tables policies and triggers, and change nothing else of them. Hosted, the extension supautils lets
-- `postgres` do that. Here, memberships allow it, and these triggers refuse the rest.
grant supabase_auth_admin, supabase_storage_admin, supabase_realtime_admin to postgres;

create function local_supabase.refuse_change(type text, schema text, name text, creates boolean) returns void
language plpgsql set search_path = '' as $$
begin
  if creates and type not in ('index', 'rule') then
    raise exception 'permission denied for schema %', schema using errcode = '42501';
  end if;
  raise exception 'must be owner of % %', type, name
    using errcode = '42501', hint = 'Supabase owns the schemas auth, storage and realtime. Migrations can add policies and triggers to their tables.';
end
$$;

create function local_supabase.protect_services() returns event_trigger
language plpgsql security definer set search_path = '' as $$
declare
  change record;
begin
  if session_user <> 'postgres' then
    return;
  end if;
  for change in
    select object_type, command_tag, coalesce(commands.schema_name, nspname) as schema_name, coalesce(relname, object_identity) as name
    from pg_catalog.pg_event_trigger_ddl_commands() commands
    -- A rule has no schema of its own.
    left join pg_catalog.pg_rewrite on pg_rewrite.oid = objid and classid = 'pg_catalog.pg_rewrite'::regclass
    left join pg_catalog.pg_class on pg_class.oid = coalesce(ev_class, case classid when 'pg_catalog.pg_class'::regclass then objid end)
    left join pg_catalog.pg_namespace on pg_namespace.oid = relnamespace and object_type = 'rule'
    where coalesce(commands.schema_name, nspname) in ('auth', 'storage', 'realtime')
  loop
    perform local_supabase.refuse_change(change.object_type, change.schema_name, change.name, change.command_tag like 'CREATE %');
  end loop;
end
$$;
create event trigger local_supabase_protect_services on ddl_command_end execute function local_supabase.protect_services();

create function local_supabase.protect_services_from_drop() returns event_trigger
language plpgsql security definer set search_path = '' as $$
declare
  dropped record;
begin
  if session_user <> 'postgres' then
    return;
  end if;
  for dropped in
    select * from pg_catalog.pg_event_trigger_dropped_objects()
    where schema_name in ('auth', 'storage', 'realtime') and object_type not in ('policy', 'trigger')
  loop
    perform local_supabase.refuse_change(dropped.object_type, dropped.schema_name, coalesce(dropped.object_name, dropped.object_identity), false);
  end loop;
end
$$;
create event trigger local_supabase_protect_services_from_drop on sql_drop execute function local_supabase.protect_services_from_drop();

-- Also with `session_replication_role = replica`, which would switch them off.
alter event trigger local_supabase_protect_services enable always;
alter event trigger local_supabase_protect_services_from_drop enable always;
alter event trigger local_supabase_publication_changed enable always;

-- In the data of an older version, the superuser owns what migrations created.
do $$
declare
  object record;
begin
  for object in
    with schemas as (
      select oid, nspname from pg_catalog.pg_namespace
      where nspname !~ '^pg_' and nspname <> all (array['information_schema', 'auth', 'storage', 'realtime', 'extensions', 'local_supabase', 'local_supabase_baseline', 'supabase_migrations'])
    ), extended as (
      select objid from pg_catalog.pg_depend where deptype = 'e'
    )
    select case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' when 'f' then 'foreign table' else 'table' end as kind, class.oid::regclass::text as name
    from pg_catalog.pg_class class join schemas on schemas.oid = relnamespace
    where relkind in ('r', 'p', 'v', 'm', 'f', 'S') and class.oid not in (select objid from extended)
      -- The sequence of a column follows its table.
      and not exists (select from pg_catalog.pg_depend where classid = 'pg_class'::regclass and objid = class.oid and deptype in ('a', 'i') and relkind = 'S')
    union all
    select 'routine', proc.oid::regprocedure::text from pg_catalog.pg_proc proc join schemas on schemas.oid = pronamespace where proc.oid not in (select objid from extended)
    union all
    select case typtype when 'd' then 'domain' else 'type' end, type.oid::regtype::text
    from pg_catalog.pg_type type join schemas on schemas.oid = typnamespace
    where (typtype in ('e', 'd', 'r') or exists (select from pg_catalog.pg_class where pg_class.oid = typrelid and relkind = 'c')) and type.oid not in (select objid from extended)
    union all
    select 'schema', quote_ident(nspname) from schemas where nspname <> 'public'
  loop
    execute format('alter %s %s owner to postgres', object.kind, object.name);
  end loop;
end
$$;
