-- Failures of releases that visitors met (releases/src/wire/failure-report.ts): without messages, URLs or any other data about the
-- visitors, the latest ones of each release, for some days.
create table atrium.failure_reports (
  id bigint generated always as identity primary key,
  name text not null,
  release text not null,
  -- Minutes since 1970.
  minute bigint not null,
  -- {trace, stage, type, extension, places}
  report jsonb not null
);
create index failure_reports_release on atrium.failure_reports (name, release, id);
alter table atrium.failure_reports enable row level security;
revoke all on atrium.failure_reports from public, anon, authenticated;

-- Adds reports, [{name, release, minute, …}], and deletes old ones, and those that later ones of their release replace. Writers
-- exclude each other; readers do not wait.
create function public.atrium_add_failures(reports jsonb, most_of_release bigint, kept_days bigint) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  lock table atrium.failure_reports in share row exclusive mode;
  insert into atrium.failure_reports (name, release, minute, report)
  select added ->> 'name', added ->> 'release', least((added ->> 'minute')::bigint, atrium.minutes_now()), added - array['name', 'release', 'minute']
  from jsonb_array_elements(reports) as added;
  delete from atrium.failure_reports where minute <= atrium.minutes_now() - kept_days * 1440;
  delete from atrium.failure_reports as old
  using (select id, row_number() over (partition by name, release order by minute desc, id desc) as place from atrium.failure_reports) as ranked
  where ranked.id = old.id and ranked.place > most_of_release;
end;
$$;

-- The kept reports, the latest first.
create function public.atrium_read_failures(kept_days bigint) returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(report || jsonb_build_object('name', name, 'release', release, 'minute', minute) order by minute desc, id desc), '[]')
  from atrium.failure_reports
  where minute > atrium.minutes_now() - kept_days * 1440;
$$;

-- Hosted projects grant execute on new functions in `public` to every role.
revoke all on function public.atrium_add_failures(jsonb, bigint, bigint) from public, anon, authenticated;
grant execute on function public.atrium_add_failures(jsonb, bigint, bigint) to service_role;
revoke all on function public.atrium_read_failures(bigint) from public, anon, authenticated;
grant execute on function public.atrium_read_failures(bigint) to service_role;
