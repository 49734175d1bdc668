-- A user with a verified second factor must enter a code before reaching the notes through any API.
create schema workspace_private;
revoke all on schema workspace_private from public;
grant usage on schema workspace_private to authenticated;

-- Runs as the owner of the database, because callers may not read auth.mfa_factors.
create function workspace_private.session_is_strong_enough() returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select (select auth.jwt()) ->> 'aal' = 'aal2'
    or not exists (
      select from auth.mfa_factors where user_id = (select auth.uid()) and status = 'verified'
    );
$$;

revoke execute on function workspace_private.session_is_strong_enough() from public, anon;
grant execute on function workspace_private.session_is_strong_enough() to authenticated;

-- Restrictive: applies in addition to the policies that check the owner.
create policy workspace_notes_second_factor on public.workspace_notes
  as restrictive for all to authenticated
  using ((select workspace_private.session_is_strong_enough()))
  with check ((select workspace_private.session_is_strong_enough()));
