-- The functions that look past the policies, without what is deleted.
create or replace function workspace_private.pass_boards_on() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.workspace_boards b
  set owner = heir.person
  from (
    select distinct on (m.board) m.board, m.person
    from public.workspace_members m
    -- What its owner deleted goes with them.
    where m.board in (select id from public.workspace_boards where owner = old.person and deleted_at is null) and m.person <> old.person
    order by m.board, m.joined_at, m.person
  ) heir
  where b.id = heir.board;
  return old;
end;
$$;

create or replace function workspace_private.first_board(name text) returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  found_board uuid;
begin
  -- One at a time for each person: two first notes at once go to one board.
  perform from public.account_profiles where person = (select auth.uid()) for no key update;
  if not found then
    return null;
  end if;
  select id into found_board from public.workspace_boards
  where owner = (select auth.uid()) and deleted_at is null order by created_at, id limit 1;
  if found_board is null then
    insert into public.workspace_boards (owner, name) values ((select auth.uid()), first_board.name) returning id into found_board;
  end if;
  return found_board;
end;
$$;

create or replace function public.workspace_my_invitations()
returns table (board uuid, board_name text, invited_by text, created_at timestamptz, expires_at timestamptz)
language sql
stable
security definer
set search_path = ''
as $$
  select b.id, b.name, p.name, i.created_at, i.expires_at
  from public.workspace_invitations i
  join public.workspace_boards b on b.id = i.board
  join public.account_profiles p on p.person = i.invited_by
  where (select workspace_private.session_is_strong_enough())
    and i.email = (select workspace_private.my_confirmed_email())
    and i.expires_at > now()
    and b.deleted_at is null
  order by i.created_at desc, i.id
$$;

create or replace function public.workspace_accept_invitation(board uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  expiry timestamptz;
begin
  if not workspace_private.session_is_strong_enough() then
    raise exception 'Log in with your second factor first.' using errcode = '42501';
  end if;
  delete from public.workspace_invitations i
  where i.board = workspace_accept_invitation.board and i.email = (select workspace_private.my_confirmed_email())
    and not workspace_private.is_deleted_board(i.board)
  returning i.expires_at into expiry;
  if workspace_accept_invitation.board in (select workspace_private.my_boards()) then
    return;
  end if;
  if expiry is null then
    raise exception 'There is no invitation to this board for your address.'
      using errcode = 'WS022', hint = 'Log in with the address that was invited, or ask the owner to invite this one.';
  end if;
  if expiry <= now() then
    -- The exception undoes the deletion as well.
    raise exception 'The invitation has expired.' using errcode = 'WS023', hint = 'Ask the owner of the board for a new one.';
  end if;
  insert into public.workspace_members (board, person) values (workspace_accept_invitation.board, (select auth.uid()));
end;
$$;

-- A deleted note keeps its place among the others, and is restored there.
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
    raise exception 'There is no such note on your boards.' using errcode = 'WS021', hint = 'Somebody may have deleted it. Reload the board.';
  end if;
  perform from public.workspace_boards where id = its_board for no key update;
  for attempt in 1..2 loop
    low := null;
    if after is not null then
      select n.position into low from public.workspace_notes n
      where n.id = after and n.board = its_board and n.id <> note and n.deleted_at is null;
      if not found then
        raise exception 'The note to follow is not on this board.' using errcode = 'WS021', hint = 'Somebody may have deleted it. Reload the board.';
      end if;
    end if;
    select min(n.position) into high from public.workspace_notes n
    where n.board = its_board and n.id <> note and (low is null or n.position > low);
    place := workspace_private.position_between(low, high);
    exit when char_length(place) <= 60;
    perform workspace_private.space_notes(its_board);
  end loop;
  update public.workspace_notes n set position = place where n.id = note;
  return place;
end;
$$;

create or replace function public.workspace_board_summary(board uuid)
returns table (notes integer, done integer, members integer, last_change timestamptz)
language sql
stable
set search_path = ''
as $$
  select
    count(n.id)::integer,
    (count(n.id) filter (where n.done))::integer,
    (select count(*)::integer from public.workspace_members m where m.board = b.id),
    greatest(b.updated_at, max(n.updated_at))
  from public.workspace_boards b
  left join public.workspace_notes n on n.board = b.id and n.deleted_at is null
  where b.id = workspace_board_summary.board and b.deleted_at is null
  group by b.id
$$;
