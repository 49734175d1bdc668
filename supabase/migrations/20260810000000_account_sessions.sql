-- The sessions of the signed-in person, to list them and to end one. The auth service has no API for this. On a hosted project
-- these functions run as `postgres`, which may read and delete rows of auth.sessions, but not change that schema.
-- Without the IP address: it is personal, it changes with every network, and the browser and the times tell sessions apart.
create function public.account_sessions()
returns table (id uuid, user_agent text, started_at timestamptz, used_at timestamptz, is_current boolean)
language sql
stable
security definer
set search_path = ''
as $$
  select
    s.id,
    s.user_agent,
    s.created_at,
    -- A session in use gets a new access token before the old one expires. The column has no time zone (supabase/auth, migrations/).
    greatest(s.created_at, s.refreshed_at at time zone 'utc'),
    coalesce(s.id::text = (select auth.jwt()) ->> 'session_id', false) as is_current
  from auth.sessions s
  where s.user_id = (select auth.uid())
    and (s.not_after is null or s.not_after > now())
    and (select workspace_private.session_is_strong_enough())
  order by is_current desc, 4 desc, s.id
  limit 100;
$$;
revoke execute on function public.account_sessions from public, anon;
grant execute on function public.account_sessions to authenticated;

-- Ends a session of the signed-in person, as a log-out there does: its refresh tokens go with it, no policy accepts its access
-- token any more, and its tab notices with its next check. Ending a session that has ended already, or one of another person, does nothing.
create function public.account_end_session(session uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not (select workspace_private.session_is_strong_enough()) then
    raise insufficient_privilege using message = 'This session may not end others.',
      hint = 'Enter a code of the second factor first.';
  end if;
  delete from auth.sessions where id = account_end_session.session and user_id = (select auth.uid());
end;
$$;
revoke execute on function public.account_end_session from public, anon;
grant execute on function public.account_end_session to authenticated;
