-- A board can still have an invitation for someone who is a member by now: it was sent twice, or they joined with another address. Once
-- they have left or were removed, it must not bring them back. A member who became a viewer would have to leave to use it.
create or replace function workspace_private.tell_departures() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from public.workspace_invitations i
  using gone, auth.users u
  where i.board = gone.board and u.id = gone.person and i.email = lower(u.email);
  perform workspace_private.change_channels(array(select distinct board from gone));
  return null;
end;
$$;
