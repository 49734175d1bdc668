-- The events of the signed-in person, the newest first, at most 50 of each kind: a hundred log-ins could otherwise push the one event that
-- the owner has to see out of the list.
create or replace function public.account_activity()
returns table (id bigint, kind text, happened_at timestamptz, user_agent text, detail text)
language sql
stable
security definer
set search_path = ''
as $$
  select a.id, a.kind, a.happened_at, a.user_agent, a.detail
  from (
    select e.*, row_number() over (partition by e.kind order by e.happened_at desc, e.id desc) as place
    from workspace_private.account_activity e
    where e.person = (select auth.uid())
      and e.happened_at > now() - interval '90 days'
      and (select workspace_private.session_is_strong_enough())
  ) a
  where a.place <= 50
  order by a.happened_at desc, a.id desc;
$$;
