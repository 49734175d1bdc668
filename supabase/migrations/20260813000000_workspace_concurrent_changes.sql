-- What two people, or two tabs of one, do at the same time. In the default isolation of Postgres, a statement that waited for a lock
-- goes on with the new rows, but what was read before the wait is old. So each function checks again what it decided from.

-- A note that went to another board or was deleted during the wait got a place among the notes that it had left.
create or replace function public.workspace_move_note(note uuid, after uuid default null) returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  its_board uuid;
  low text;
  high text;
  place text;
begin
  select n.board into its_board from public.workspace_notes n
  where n.id = note and n.deleted_at is null
    and n.board in (select workspace_private.my_boards()) and workspace_private.session_is_strong_enough();
  if not found then
    raise exception 'Your boards have no note with this id.' using errcode = 'WS021', hint = 'It may have been deleted. Reload the board.';
  end if;
  if its_board not in (select workspace_private.my_writable_boards()) then
    raise exception 'Viewers of a board cannot move its notes.' using errcode = '42501', hint = 'Ask the owner of the board to make you an editor.';
  end if;
  perform from public.workspace_boards where id = its_board for no key update;
  for attempt in 1..2 loop
    low := null;
    if after is not null then
      select n.position into low from public.workspace_notes n
      where n.id = after and n.board = its_board and n.id <> note and n.deleted_at is null;
      if not found then
        raise exception 'This board has no note with the id in `after`.' using errcode = 'WS021', hint = 'It may have been deleted. Reload the board.';
      end if;
    end if;
    select min(n.position) into high from public.workspace_notes n
    where n.board = its_board and n.id <> note and (low is null or n.position > low);
    place := workspace_private.position_between(low, high);
    exit when char_length(place) <= 60;
    perform workspace_private.space_notes(its_board);
  end loop;
  update public.workspace_notes n set position = place where n.id = note and n.board = its_board and n.deleted_at is null;
  if not found then
    raise exception 'The note is no longer on this board.' using errcode = 'WS021', hint = 'It may have been moved or deleted. Reload the board.';
  end if;
  return place;
end;
$$;

-- The second of two calls handed on a board that its caller no longer owned, and a person who left meanwhile became the owner.
create or replace function public.workspace_hand_over_board(board uuid, person uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform from public.workspace_boards b
  where b.id = workspace_hand_over_board.board and b.owner = (select auth.uid()) and b.deleted_at is null
    and (select workspace_private.session_is_strong_enough())
  for no key update;
  if not found then
    raise exception 'Only the owner can hand a board over.' using errcode = '42501';
  end if;
  perform from public.workspace_members m
  where m.board = workspace_hand_over_board.board and m.person = workspace_hand_over_board.person
  for update;
  if not found then
    raise exception 'That person is not on the board.'
      using errcode = 'WS020', hint = 'Invite them first; hand the board over once they have accepted.';
  end if;
  update public.workspace_boards b set owner = workspace_hand_over_board.person where b.id = workspace_hand_over_board.board;
end;
$$;

-- An account could not be deleted (23503) while the person who would get its boards deleted theirs.
create or replace function workspace_private.pass_boards_on() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Waits for those who are being deleted; they are no members afterwards.
  perform from public.account_profiles p
  where p.person in (
    select m.person from public.workspace_members m
    join public.workspace_boards b on b.id = m.board
    where b.owner = old.person and b.deleted_at is null and m.person <> old.person
  )
  order by p.person for key share;
  update public.workspace_boards b
  set owner = heir.person
  from (
    select distinct on (m.board) m.board, m.person
    from public.workspace_members m
    -- What its owner deleted goes with them.
    where m.board in (select id from public.workspace_boards where owner = old.person and deleted_at is null) and m.person <> old.person
    order by m.board, m.role = 'viewer', m.joined_at, m.person
  ) heir
  where b.id = heir.board;
  return old;
end;
$$;

-- An address that two tabs invite at once failed in one of them (23505), instead of replacing the invitation. A person's invitations
-- take turns, in the order of locks of `limit_invitations`.
create function workspace_private.take_turns() returns void
language sql
security definer
set search_path = ''
as $$
  select from public.account_profiles where person = (select auth.uid()) for no key update;
$$;
revoke execute on function workspace_private.take_turns from public;
grant execute on function workspace_private.take_turns to authenticated;

create or replace function public.workspace_invite(board uuid, email text, role text default 'editor') returns uuid
language plpgsql
set search_path = ''
as $$
declare
  invitation uuid;
begin
  perform workspace_private.take_turns();
  delete from public.workspace_invitations i
  where i.board = workspace_invite.board and i.email = lower(trim(workspace_invite.email));
  insert into public.workspace_invitations (board, email, role)
  values (workspace_invite.board, workspace_invite.email, workspace_invite.role)
  returning id into invitation;
  return invitation;
end;
$$;
