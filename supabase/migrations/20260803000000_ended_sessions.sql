-- An access token stays valid until it expires, also when its session has ended. Every policy asks this function, so the
-- check of the session is here: it holds for rows, files and channels, on every project. A request hook of the Data API
-- (`pgrst.db_pre_request`) would leave out Storage and Realtime.
-- The auth service, too, lets a token pass that names no session: one that was signed with the project's own secret.
create or replace function workspace_private.session_is_strong_enough() returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
      select from auth.users
      where id = (select auth.uid()) and deleted_at is null and (banned_until is null or banned_until < now())
    )
    and (
      nullif((select auth.jwt()) ->> 'session_id', '') is null
      or exists (
        select from auth.sessions
        where id = ((select auth.jwt()) ->> 'session_id')::uuid
          and user_id = (select auth.uid())
          and (not_after is null or not_after > now())
      )
    )
    and (
      (select auth.jwt()) ->> 'aal' = 'aal2'
      or not exists (
        select from auth.mfa_factors where user_id = (select auth.uid()) and status = 'verified'
      )
    );
$$;

-- For a browser whose session has ended, to tell the person that the account is gone. Its access token may have expired by
-- then, so anyone can ask who knows the person's ID.
create function public.account_is_deleted(person uuid) returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select not exists (select from auth.users where id = account_is_deleted.person and deleted_at is null);
$$;
revoke execute on function public.account_is_deleted from public;
grant execute on function public.account_is_deleted to anon, authenticated;
