-- People whose boards pass to each other could not delete their accounts at once: each deletion holds its own profile and waits for the
-- other's (40P01). Deletions take turns, before any of them holds a profile.
create function workspace_private.delete_accounts_in_turn() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtext('account_profiles'));
  return null;
end;
$$;
revoke execute on function workspace_private.delete_accounts_in_turn from public;

create trigger workspace_delete_in_turn
before delete on public.account_profiles
for each statement execute function workspace_private.delete_accounts_in_turn();
