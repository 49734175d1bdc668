-- For tests only: empties the store for the next test. The files can stay, because every upload has its own keys.
create function public.empty_release_store() returns void
language sql
security definer
set search_path = ''
as $$
  truncate atrium.log, atrium.releases, atrium.uploads, atrium.team_tokens, atrium.teams, atrium.health_minutes, atrium.health_failures, atrium.health_days, atrium.health_timings, atrium.health, atrium.health_salt, atrium.failure_reports;
  update atrium.registry set revision = 0, document = null where id;
$$;

-- For tests only: ages stored releases and uploads by three days, and clears the registry and its log.
create function public.age_release_store() returns void
language sql
security definer
set search_path = ''
as $$
  update atrium.uploads set began_at = began_at - interval '3 days' where not abandoned;
  update atrium.releases set stored_at = stored_at - interval '3 days' where name <> '';
  truncate atrium.log;
  update atrium.registry set revision = 0, document = null where id;
$$;

-- For tests only: ages the reports of tabs by days and minutes.
create function public.age_release_health(days integer, minutes integer) returns void
language sql
security definer
set search_path = ''
as $$
  update atrium.health set told_at = told_at - make_interval(days => days, mins => minutes) where name <> '';
  update atrium.health_minutes set minute = minute - minutes - 1440 * days where name <> '';
  update atrium.health_failures set minute = minute - minutes - 1440 * days where name <> '';
  update atrium.health_days set day = day - days where name <> '';
  update atrium.health_timings set day = day - days where name <> '';
  update atrium.failure_reports set minute = minute - minutes - 1440 * days where name <> '';
  update atrium.health_salt set day = day - days where day > 0;
$$;
