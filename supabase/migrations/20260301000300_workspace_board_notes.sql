-- Notes belong to boards. What was there goes to a board of its owner's, newest first, as it was shown.
drop policy workspace_notes_select on public.workspace_notes;
drop policy workspace_notes_insert on public.workspace_notes;
drop policy workspace_notes_update on public.workspace_notes;
drop policy workspace_notes_delete on public.workspace_notes;
drop trigger workspace_notes_touch on public.workspace_notes;
drop function public.workspace_notes_touch();
drop index public.workspace_notes_owner_created_at;

alter table public.workspace_notes
  add column board uuid references public.workspace_boards (id) on delete cascade,
  -- A note stays on the board when whoever wrote it is gone.
  add column author uuid default auth.uid() references public.account_profiles (person) on delete set null,
  -- Empty is given a place by the trigger below.
  add column position text collate "C" not null default '',
  add column done boolean not null default false,
  -- Raised at every change of the text. Whoever changes it says with which version they began (`version = eq.n`).
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

-- `owner` is who wrote the note, for releases of the page from before there were boards; `author` takes its place.
alter table public.workspace_notes
  drop constraint workspace_notes_owner_fkey,
  alter column owner drop not null,
  alter column owner drop default,
  alter column board set not null,
  add constraint workspace_notes_position check (char_length(position) <= 100),
  -- Attachments refer to both, so that none says that it is on another board than its note.
  add constraint workspace_notes_on_board unique (board, id),
  -- Deferrable: checked after a whole statement, so that all notes of a board can be spaced anew. Lists by hand use it.
  add constraint workspace_notes_place unique (board, position) deferrable initially immediate;

-- One for each order in which a page lists the notes of a board. Search needs none: `@@` is not leakproof, so Postgres
-- uses no index for it beside a policy; it looks through the notes of the board, which these find.
create index workspace_notes_created on public.workspace_notes (board, created_at desc, id desc);
create index workspace_notes_updated on public.workspace_notes (board, updated_at desc, id desc);
create index workspace_notes_title on public.workspace_notes (board, title, id);
create index workspace_notes_author on public.workspace_notes (author);

-- The board for notes that name none, which releases of the page from before there were boards write.
create function workspace_private.first_board() returns uuid
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
  where owner = (select auth.uid()) order by created_at, id limit 1;
  if found_board is null then
    insert into public.workspace_boards (owner, name) values ((select auth.uid()), 'My notes') returning id into found_board;
  end if;
  return found_board;
end;
$$;
alter table public.workspace_notes alter column board set default workspace_private.first_board();

-- A place on a board: the wanted one, or the next free one after it; without a wish, before all others.
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
  -- Two that are added at once would get the same place. A board that is not there is the foreign key's business.
  perform from public.workspace_boards where id = new.board for no key update;
  place := workspace_private.free_position(new.board, new.position);
  -- One that was wanted, and is free, is taken however long it is.
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

-- Spaces the notes of a board anew, for the rare board where many moves to one spot have made the places long.
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

-- Moves a note behind another of its board, or to the top where `after` is left out. Gives back its new place.
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

-- What a board has on it, as far as the caller sees it; no row for a stranger.
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
-- With place and time, so that a deletion that is undone puts the note back where it was; with a version above the one
-- it had, so that nobody who began with an older text takes the new note for it.
grant insert (id, board, title, body, done, position, version, created_at) on public.workspace_notes to authenticated;
grant update (title, body, done) on public.workspace_notes to authenticated;

create policy workspace_notes_select on public.workspace_notes
  for select to authenticated using (board in (select workspace_private.my_boards()));
create policy workspace_notes_insert on public.workspace_notes
  for insert to authenticated
  with check (
    author = (select auth.uid())
    and board in (select workspace_private.my_boards())
    -- Far below the largest integer, past which the text could not be changed any more.
    and version <= 1000000
  );
create policy workspace_notes_update on public.workspace_notes
  for update to authenticated
  using (board in (select workspace_private.my_boards()))
  with check (board in (select workspace_private.my_boards()));
create policy workspace_notes_delete on public.workspace_notes
  for delete to authenticated using (board in (select workspace_private.my_boards()));
