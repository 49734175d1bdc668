-- A member's second invitation ends when their account is deleted, as it does when they leave: the person who registers the address next
-- must not come back with it. `tell_departures` no longer finds the address then.
create function workspace_private.end_invitations() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from public.workspace_invitations i
  using public.workspace_members m
  where m.person = old.id and i.board = m.board and i.email = lower(old.email);
  return old;
end;
$$;
revoke execute on function workspace_private.end_invitations from public;

create trigger workspace_end_invitations before delete on auth.users
for each row execute function workspace_private.end_invitations();
