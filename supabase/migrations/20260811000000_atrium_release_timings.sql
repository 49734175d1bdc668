-- How long visitors waited for the pages of releases (releases/src/model/timings.ts): numbers of visitors by measure and
-- bucket, for two days. They belong to the counts of `…_atrium_release_health.sql`, and restart with them.
create table atrium.health_timings (
  name text not null,
  release text not null,
  -- Days since 1970.
  day bigint not null,
  measure text not null,
  bucket integer not null,
  visitors bigint not null,
  primary key (name, release, day, measure, bucket),
  foreign key (name, release) references atrium.health on delete cascade
);
alter table atrium.health_timings enable row level security;
revoke all on atrium.health_timings from public, anon, authenticated;

-- The function that counts visitors becomes a part of the one below.
alter function public.atrium_add_health(jsonb, bigint, bigint, bigint, bigint) rename to add_health_counts;
alter function public.add_health_counts(jsonb, bigint, bigint, bigint, bigint) set schema atrium;

-- Adds reports, [{name, release, since, minute, shown, failed, errors, timings: [{measure, bucket, visitors}]}], and deletes old
-- ones. A server of an older version sends no timings.
create function public.atrium_add_health(
  tallies jsonb, recent_minutes bigint, kept_days bigint, most_of_network bigint, most_marks bigint
) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  this_minute bigint := atrium.minutes_now();
begin
  -- Other writers wait from here on until this transaction ends.
  perform atrium.add_health_counts(tallies, recent_minutes, kept_days, most_of_network, most_marks);
  delete from atrium.health_timings where day <= this_minute / 1440 - kept_days;
  insert into atrium.health_timings as before (name, release, day, measure, bucket, visitors)
  select tally.name, tally.release, this_minute / 1440, timing.measure, timing.bucket, sum(timing.visitors)
  from jsonb_to_recordset(tallies) as tally (name text, release text, since bigint, minute bigint, timings jsonb)
    join atrium.health on health.name = tally.name and health.release = tally.release
    cross join lateral jsonb_to_recordset(coalesce(tally.timings, '[]')) as timing (measure text, bucket integer, visitors bigint)
  where tally.minute > this_minute - recent_minutes and (tally.since < health.since) is not true
  group by tally.name, tally.release, timing.measure, timing.bucket
  on conflict (name, release, day, measure, bucket) do update set visitors = before.visitors + excluded.visitors;
end;
$$;

-- The timings of each release, [{name, release, timings: [{measure, bucket, visitors}]}]. Apart from `atrium_read_health`, whose
-- result servers of older versions share.
create function public.atrium_read_timings(kept_days bigint) returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('name', name, 'release', release, 'timings', timings) order by name, release), '[]')
  from (
    select name, release, jsonb_agg(jsonb_build_object('measure', measure, 'bucket', bucket, 'visitors', visitors) order by measure, bucket) as timings
    from (
      select name, release, measure, bucket, sum(visitors) as visitors
      from atrium.health_timings
      where day > atrium.minutes_now() / 1440 - kept_days
      group by name, release, measure, bucket
    ) sums
    group by name, release
  ) releases;
$$;

-- Hosted projects grant execute on new functions in `public` to every role.
revoke all on function public.atrium_add_health(jsonb, bigint, bigint, bigint, bigint) from public, anon, authenticated;
grant execute on function public.atrium_add_health(jsonb, bigint, bigint, bigint, bigint) to service_role;
revoke all on function public.atrium_read_timings(bigint) from public, anon, authenticated;
grant execute on function public.atrium_read_timings(bigint) to service_role;
