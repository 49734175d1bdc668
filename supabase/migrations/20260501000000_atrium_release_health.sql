-- Reports of tabs about releases (releases/src/health): counts of visitors for two days, and marks of visitors for
-- whom a release failed in the last minutes. As with the release store, only the site's server uses it, with the secret key.
create table atrium.health (
  name text not null,
  release text not null,
  -- When it went live, in milliseconds since 1970; null if unknown.
  since bigint,
  told_at timestamptz not null default now(),
  primary key (name, release)
);

-- By minutes since 1970, recent minutes only. `beyond` counts failed visitors that the next table does not list.
create table atrium.health_minutes (
  name text not null,
  release text not null,
  minute bigint not null,
  shown bigint not null default 0,
  errors bigint not null default 0,
  beyond bigint not null default 0,
  primary key (name, release, minute),
  foreign key (name, release) references atrium.health on delete cascade
);

-- Visitors for whom the release failed recently: a mark made with the salt of the day, and the minute of the last report.
create table atrium.health_failures (
  name text not null,
  release text not null,
  visitor text not null,
  network text not null,
  minute bigint not null,
  primary key (name, release, visitor),
  foreign key (name, release) references atrium.health on delete cascade
);

-- By days since 1970.
create table atrium.health_days (
  name text not null,
  release text not null,
  day bigint not null,
  shown bigint not null default 0,
  failed bigint not null default 0,
  networks bigint not null default 0,
  errors bigint not null default 0,
  primary key (name, release, day),
  foreign key (name, release) references atrium.health on delete cascade
);

-- The salt for the marks of the day.
create table atrium.health_salt (
  day bigint primary key,
  salt text not null
);

alter table atrium.health enable row level security;
alter table atrium.health_minutes enable row level security;
alter table atrium.health_failures enable row level security;
alter table atrium.health_days enable row level security;
alter table atrium.health_salt enable row level security;
revoke all on all tables in schema atrium from public, anon, authenticated;

create function atrium.minutes_now() returns bigint
language sql
stable
set search_path = ''
as $$
  select floor(extract(epoch from now()) / 60)::bigint;
$$;
revoke all on function atrium.minutes_now() from public, anon, authenticated;

-- The salt of the day. The first caller creates it.
create function public.atrium_health_salt() returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  today bigint := atrium.minutes_now() / 1440;
begin
  delete from atrium.health_salt where day <> today;
  -- Two random UUIDs have 244 bits from the system's random source.
  insert into atrium.health_salt values (today, replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''))
  on conflict (day) do nothing;
  return (select salt from atrium.health_salt where day = today);
end;
$$;

-- Adds reports, [{name, release, since, minute, shown, failed: [{visitor, network}], errors}], and deletes
-- old ones. Writers exclude each other; readers do not wait.
create function public.atrium_add_health(
  tallies jsonb, recent_minutes bigint, kept_days bigint, most_of_network bigint, most_marks bigint
) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  this_minute bigint := atrium.minutes_now();
  tally record;
  mark record;
  kept atrium.health;
  of_network bigint;
  counted bigint;
  networks_met bigint;
  uncounted bigint;
begin
  lock table atrium.health in share row exclusive mode;
  delete from atrium.health where told_at < now() - make_interval(days => kept_days::integer);
  delete from atrium.health_minutes where minute <= this_minute - recent_minutes;
  delete from atrium.health_failures where minute <= this_minute - recent_minutes;
  delete from atrium.health_days where day <= this_minute / 1440 - kept_days;

  for tally in
    select name, release, since, least(minute, this_minute) as minute, shown, failed, errors
    from jsonb_to_recordset(tallies)
      as told (name text, release text, since bigint, minute bigint, shown bigint, failed jsonb, errors bigint)
    where minute > this_minute - recent_minutes
  loop
    select * into kept from atrium.health where name = tally.name and release = tally.release;
    continue when tally.since < kept.since;
    if tally.since is not null and tally.since is distinct from kept.since then
      -- The release went live again: earlier reports belong to its previous time.
      delete from atrium.health where name = tally.name and release = tally.release;
    end if;
    insert into atrium.health (name, release, since) values (tally.name, tally.release, tally.since)
    on conflict (name, release) do update set told_at = now();

    counted := 0;
    networks_met := 0;
    uncounted := 0;
    for mark in select visitor, network from jsonb_to_recordset(tally.failed) as one (visitor text, network text) loop
      update atrium.health_failures set minute = greatest(minute, tally.minute)
      where name = tally.name and release = tally.release and visitor = mark.visitor;
      continue when found;
      select count(*) into of_network from atrium.health_failures
      where name = tally.name and release = tally.release and network = mark.network;
      continue when of_network >= most_of_network;
      counted := counted + 1;
      if of_network = 0 then
        networks_met := networks_met + 1;
      end if;
      insert into atrium.health_failures (name, release, visitor, network, minute)
      select tally.name, tally.release, mark.visitor, mark.network, tally.minute
      where (select count(*) from atrium.health_failures where name = tally.name and release = tally.release) < most_marks;
      if not found then
        uncounted := uncounted + 1;
      end if;
    end loop;

    insert into atrium.health_minutes as before (name, release, minute, shown, errors, beyond)
    values (tally.name, tally.release, tally.minute, tally.shown, tally.errors, uncounted)
    on conflict (name, release, minute) do update set
      shown = before.shown + excluded.shown, errors = before.errors + excluded.errors, beyond = before.beyond + excluded.beyond;
    insert into atrium.health_days as before (name, release, day, shown, failed, networks, errors)
    values (tally.name, tally.release, this_minute / 1440, tally.shown, counted, networks_met, tally.errors)
    on conflict (name, release, day) do update set
      shown = before.shown + excluded.shown, failed = before.failed + excluded.failed,
      networks = before.networks + excluded.networks, errors = before.errors + excluded.errors;
  end loop;
end;
$$;

-- The reports of each release: [{name, release, since, recent: {shown, failed, networks, errors}, all: {…}}].
create function public.atrium_read_health(recent_minutes bigint, kept_days bigint) returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(
    jsonb_agg(
      jsonb_strip_nulls(jsonb_build_object(
        'name', health.name,
        'release', health.release,
        'since', since,
        'recent', jsonb_build_object(
          'shown', minutes.shown, 'failed', failures.visitors + minutes.beyond, 'networks', failures.networks, 'errors', minutes.errors
        ),
        'all', jsonb_build_object('shown', days.shown, 'failed', days.failed, 'networks', days.networks, 'errors', days.errors)
      ))
      order by health.name, health.release
    ),
    '[]'
  )
  from atrium.health,
    lateral (
      select coalesce(sum(shown), 0) as shown, coalesce(sum(errors), 0) as errors, coalesce(sum(beyond), 0) as beyond
      from atrium.health_minutes
      where name = health.name and release = health.release and minute > atrium.minutes_now() - recent_minutes
    ) minutes,
    lateral (
      select count(*) as visitors, count(distinct network) as networks
      from atrium.health_failures
      where name = health.name and release = health.release and minute > atrium.minutes_now() - recent_minutes
    ) failures,
    lateral (
      select
        coalesce(sum(shown), 0) as shown, coalesce(sum(failed), 0) as failed,
        coalesce(sum(networks), 0) as networks, coalesce(sum(errors), 0) as errors
      from atrium.health_days
      where name = health.name and release = health.release and day > atrium.minutes_now() / 1440 - kept_days
    ) days;
$$;

-- Hosted projects grant execute on new functions in `public` to every role. This revokes it.
do $$
declare
  found_function regprocedure;
begin
  for found_function in
    select oid::regprocedure from pg_proc where pronamespace = 'public'::regnamespace and proname like 'atrium\_%health%'
  loop
    execute format('revoke all on function %s from public, anon, authenticated', found_function);
    execute format('grant execute on function %s to service_role', found_function);
  end loop;
end;
$$;
