-- Notes belong to boards. Existing notes move to a board of their owner, newest first, as pages showed them.
drop policy workspace_notes_select on public.workspace_notes;
drop policy workspace_notes_insert on public.workspace_notes;
drop policy workspace_notes_update on public.workspace_notes;
drop policy workspace_notes_delete on public.workspace_notes;
drop trigger workspace_notes_touch on public.workspace_notes;
drop function public.workspace_notes_touch();
drop index public.workspace_notes_owner_created_at;

alter table public.workspace_notes
  add column board uuid references public.workspace_boards (id) on delete cascade,
  -- A note stays on the board after its author deletes their account.
  add column author uuid default auth.uid() references public.account_profiles (person) on delete set null,
  -- If empty, a trigger below sets it.
  add column position text collate "C" not null default '',
  add column done boolean not null default false,
  -- Increases with every change of the text. A client sends the version that it edited (`version = eq.n`).
  add column version integer not null default 1 constraint workspace_notes_version check (version >= 1),
  add column search tsvector generated always as (to_tsvector('simple', title || ' ' || body)) stored;

insert into public.workspace_boards (owner, name)
select distinct owner, 'My notes' from public.workspace_notes;

update public.workspace_notes note
set board = board.id, author = note.owner, position = place.position
from public.workspace_boards board,
  (
    select id, (array(select workspace_private.positions((select count(*)::integer from public.workspace_notes))))[
      row_number() over (partition by owner order by created_at desc, id desc)
    ] as position
    from public.workspace_notes
  ) place
where board.owner = note.owner and place.id = note.id;

-- `owner` is the author, for releases of the page that do not know boards yet; `author` replaces it.
alter table public.workspace_notes
  drop constraint workspace_notes_owner_fkey,
  alter column owner drop not null,
  alter column owner drop default,
  alter column board set not null,
  add constraint workspace_notes_position check (char_length(position) <= 100),
  -- Attachments refer to both columns, so that an attachment cannot name another board than its note.
  add constraint workspace_notes_on_board unique (board, id),
  -- Deferrable: checked after the whole statement, so that one statement can rebalance all notes of a board. Manual order uses it.
  add constraint workspace_notes_place unique (board, position) deferrable initially immediate;

-- One index for each order in which a page lists notes. Search has none: `@@` is not leakproof, so Postgres cannot use an
-- index for it under row-level security. It scans the notes of the board, which these indexes find.
create index workspace_notes_created on public.workspace_notes (board, created_at desc, id desc);
create index workspace_notes_updated on public.workspace_notes (board, updated_at desc, id desc);
create index workspace_notes_title on public.workspace_notes (board, title, id);
create index workspace_notes_author on public.workspace_notes (author);

-- The board of notes that name none: releases of the page that do not know boards yet write such notes.
create function workspace_private.first_board() returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  found_board uuid;
begin
  -- Serialized per user: two concurrent first notes go to the same board.
  perform from public.account_profiles where person = (select auth.uid()) for no key update;
  if not found then
    return null;
  end if;
  select id into found_board from public.workspace_boards
  where owner = (select auth.uid()) order by created_at, id limit 1;
  if found_board is null then
    insert into public.workspace_boards (owner, name) values ((select auth.uid()), 'My notes') returning id into found_board;
  end if;
  return found_board;
end;
$$;
alter table public.workspace_notes alter column board set default workspace_private.first_board();

-- A position on a board: the requested one, or the next free one after it. Without a request, before all others.
create function workspace_private.free_position(board uuid, wanted text) returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  high text;
begin
  if wanted = '' then
    select min(position) into high from public.workspace_notes n where n.board = free_position.board;
    return workspace_private.position_between(null, high);
  end if;
  if not exists (select from public.workspace_notes n where n.board = free_position.board and position = wanted) then
    return wanted;
  end if;
  select min(position) into high from public.workspace_notes n where n.board = free_position.board and position > wanted;
  return workspace_private.position_between(wanted, high);
end;
$$;

create function workspace_private.place_note() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  place text;
  held_by uuid;
begin
  if new.position <> '' and not workspace_private.position_is_valid(new.position) then
    raise exception 'The position is not one of a list.'
      using errcode = '23514', constraint = 'workspace_notes_position', hint = 'Leave it out, or take one that fractional-indexing made.';
  end if;
  -- Concurrent inserts would get the same position. The foreign key reports a missing board.
  perform from public.workspace_boards where id = new.board for no key update;
  place := workspace_private.free_position(new.board, new.position);
  -- A requested position that is free is accepted at any length.
  if place is distinct from new.position and (place is null or char_length(place) > 60) then
    select n.id into held_by from public.workspace_notes n where n.board = new.board and n.position = new.position;
    perform workspace_private.space_notes(new.board);
    select n.position into new.position from public.workspace_notes n where n.id = held_by;
    place := workspace_private.free_position(new.board, coalesce(new.position, ''));
  end if;
  new.position := place;
  new.owner := new.author;
  return new;
end;
$$;

create trigger workspace_notes_place_note
before insert on public.workspace_notes
for each row execute function workspace_private.place_note();

create function workspace_private.change_note() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.updated_at := now();
  new.owner := new.author;
  if (new.title, new.body) is distinct from (old.title, old.body) then
    new.version := old.version + 1;
  end if;
  return new;
end;
$$;

create trigger workspace_notes_change_note
before update on public.workspace_notes
for each row execute function workspace_private.change_note();

-- Rebalances the positions on a board, for the rare case where many moves to one spot have made them long.
create function workspace_private.space_notes(board uuid) returns void
language sql
security definer
set search_path = ''
as $$
  update public.workspace_notes note
  set position = place.position
  from (
    select ids.id, places.position
    from unnest(array(select n.id from public.workspace_notes n where n.board = space_notes.board order by n.position)) with ordinality ids (id, rank)
    join workspace_private.positions((select count(*)::integer from public.workspace_notes n where n.board = space_notes.board))
      with ordinality places (position, rank) using (rank)
  ) place
  where note.id = place.id
$$;
revoke execute on function workspace_private.space_notes from public;
revoke execute on function workspace_private.free_position from public;

-- Moves a note behind another note of its board, or to the top if `after` is omitted. Returns its new position.
create function public.workspace_move_note(note uuid, after uuid default null) returns text
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
  where n.id = note and n.board in (select workspace_private.my_boards()) and workspace_private.session_is_strong_enough();
  if not found then
    raise exception 'There is no such note on your boards.' using errcode = 'WS021', hint = 'Somebody may have deleted it. Reload the board.';
  end if;
  perform from public.workspace_boards where id = its_board for no key update;
  for attempt in 1..2 loop
    low := null;
    if after is not null then
      select n.position into low from public.workspace_notes n where n.id = after and n.board = its_board and n.id <> note;
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
revoke execute on function public.workspace_move_note from public, anon;
grant execute on function public.workspace_move_note to authenticated;

-- Counts for a board, as visible to the caller; no row for a non-member.
create function public.workspace_board_summary(board uuid)
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
  left join public.workspace_notes n on n.board = b.id
  where b.id = workspace_board_summary.board
  group by b.id
$$;
revoke execute on function public.workspace_board_summary from public, anon;
grant execute on function public.workspace_board_summary to authenticated;

revoke all on public.workspace_notes from anon, authenticated;
grant select, delete on public.workspace_notes to authenticated;
-- Keeps position and time, so that undoing a deletion restores the note in place. Increases the version, so that a client
-- that edited an older text does not mistake the restored note for it.
grant insert (id, board, title, body, done, position, version, created_at) on public.workspace_notes to authenticated;
grant update (title, body, done) on public.workspace_notes to authenticated;

create policy workspace_notes_select on public.workspace_notes
  for select to authenticated using (board in (select workspace_private.my_boards()));
create policy workspace_notes_insert on public.workspace_notes
  for insert to authenticated
  with check (
    author = (select auth.uid())
    and board in (select workspace_private.my_boards())
    -- Far below the largest integer, at which the text could not be changed any more.
    and version <= 1000000
  );
create policy workspace_notes_update on public.workspace_notes
  for update to authenticated
  using (board in (select workspace_private.my_boards()))
  with check (board in (select workspace_private.my_boards()));
create policy workspace_notes_delete on public.workspace_notes
  for delete to authenticated using (board in (select workspace_private.my_boards()));
