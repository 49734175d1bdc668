-- Whoever has a second factor has to have given a code before the notes can be reached, by whatever way.
create schema workspace_private;
revoke all on schema workspace_private from public;
grant usage on schema workspace_private to authenticated;

-- Asks as the owner of the database: the factors are no business of the caller's.
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

-- Restrictive: holds beside the policies that say whose notes they are.
create policy workspace_notes_second_factor on public.workspace_notes
  as restrictive for all to authenticated
  using ((select workspace_private.session_is_strong_enough()))
  with check ((select workspace_private.session_is_strong_enough()));
