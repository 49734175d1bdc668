-- A board can still have an invitation for someone who is a member by now: it was sent twice, or they joined with another address. When
-- that member leaves, is removed or becomes a viewer, the invitation must not undo it.
create function workspace_private.end_invitations(boards uuid[], people uuid[]) returns void
language sql
security definer
set search_path = ''
as $$
  delete from public.workspace_invitations i
  using unnest(boards, people) as member (board, person), auth.users u
  where i.board = member.board and u.id = member.person and i.email = lower(u.email);
$$;
revoke execute on function workspace_private.end_invitations from public;

create or replace function workspace_private.tell_departures() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform workspace_private.end_invitations(array_agg(board), array_agg(person)) from gone;
  perform workspace_private.change_channels(array(select distinct board from gone));
  return null;
end;
$$;

create or replace function workspace_private.tell_roles() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform workspace_private.end_invitations(array_agg(board), array_agg(person)) from changed where role = 'viewer';
  perform workspace_private.change_channels(array(
    select distinct changed.board
    from changed
    join earlier using (board, person)
    where (changed.role = 'viewer') <> (earlier.role = 'viewer')
  ));
  return null;
end;
$$;
