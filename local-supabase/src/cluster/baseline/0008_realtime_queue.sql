-- What realtime is to deliver. This engine has no logical replication: triggers write each change into a queue, in the transaction
-- that makes it, and the backend takes it out after the commit. After a crash, leftover rows have no reader.
create unlogged table local_supabase.realtime_queue (
  position bigint generated always as identity primary key,
  entity oid not null,
  action text not null,
  old_row jsonb,
  new_row jsonb
);

create function local_supabase.queue_change() returns trigger
language plpgsql security definer set search_path = '' set timezone = 'UTC' as $$
begin
  insert into local_supabase.realtime_queue (entity, action, old_row, new_row) values (
    tg_relid, tg_op,
    case when tg_op <> 'INSERT' then to_jsonb(old) end,
    case when tg_op <> 'DELETE' then to_jsonb(new) end
  );
  -- Only wakes the backend, and only after a commit.
  perform pg_notify('local_supabase_realtime', '');
  return null;
end
$$;

create trigger local_supabase_realtime after insert on realtime.messages
for each row execute function local_supabase.queue_change();

-- Puts the trigger on the tables of the publication, for the actions that it publishes, and takes it off all others.
-- Triggers fire in the order of their names: this one comes before the cascades of foreign keys (RI_…), as the write-ahead log has it.
create function local_supabase.follow_publication() returns void
language plpgsql security definer set search_path = '' as $$
declare
  change record;
begin
  for change in
    with wanted as (
      select format('%I.%I', tables.schemaname, tables.tablename)::regclass as entity,
        -- The bits of pg_trigger.tgtype: row, insert, delete, update.
        1 + 4 * pubinsert::int + 8 * pubdelete::int + 16 * pubupdate::int as kind,
        concat_ws(' or ', case when pubinsert then 'insert' end, case when pubupdate then 'update' end, case when pubdelete then 'delete' end) as actions
      from pg_catalog.pg_publication as publication
      join pg_catalog.pg_publication_tables as tables using (pubname)
      where pubname = 'supabase_realtime' and (pubinsert or pubupdate or pubdelete)
        and schemaname not in ('local_supabase', 'local_supabase_baseline', 'realtime', 'supabase_migrations')
    ), present as (
      select tgrelid::regclass as entity, tgtype as kind from pg_catalog.pg_trigger where tgname = '0_local_supabase_realtime'
    )
    select coalesce(wanted.entity, present.entity) as entity, present.entity is not null as present, wanted.actions
    from wanted full join present using (entity)
    where wanted.kind is distinct from present.kind
  loop
    if change.present then
      execute format('drop trigger "0_local_supabase_realtime" on %s', change.entity);
    end if;
    if change.actions is not null then
      execute format(
        'create trigger "0_local_supabase_realtime" after %s on %s for each row execute function local_supabase.queue_change()',
        change.actions, change.entity
      );
    end if;
  end loop;
end
$$;

create function local_supabase.publication_changed() returns event_trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform local_supabase.follow_publication();
end
$$;

-- Tables too: a publication may hold every table of a schema.
create event trigger local_supabase_publication_changed on ddl_command_end
when tag in ('CREATE PUBLICATION', 'ALTER PUBLICATION', 'DROP PUBLICATION', 'CREATE TABLE', 'CREATE TABLE AS', 'SELECT INTO', 'ALTER TABLE')
execute function local_supabase.publication_changed();

-- Whether a value passes a filter of a subscription, both given as text of the column's type. Null where SQL says so.
create function local_supabase.passes_filter(value text, type regtype, operator text, operand text, negated boolean) returns boolean
language plpgsql stable set search_path = pg_catalog, public, extensions as $$
declare
  symbol text := case operator
    when 'eq' then '=' when 'neq' then '<>' when 'lt' then '<' when 'lte' then '<=' when 'gt' then '>' when 'gte' then '>='
    when 'in' then '= any' when 'like' then 'like' when 'ilike' then 'ilike' when 'match' then '~' when 'imatch' then '~*'
    when 'isdistinct' then 'is distinct from'
  end;
  passes boolean;
begin
  if operator = 'is' then
    if operand not in ('null', 'true', 'false', 'unknown') then
      raise exception 'invalid value for is filter: must be null, true, false, or unknown';
    end if;
    execute format('select %L::%s is %s', value, type, operand) into passes;
  else
    execute format('select %L::%s %s (%L::%s)', value, type, symbol, operand, case operator when 'in' then type::text || '[]' else type::text end)
      into passes;
  end if;
  return passes <> negated;
end
$$;
