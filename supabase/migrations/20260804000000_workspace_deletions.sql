-- Deleting a board, a note or a file marks it. For 30 days it can be restored with everything it had; `workspace_purge` removes
-- it after that. A DELETE by a signed-in person becomes the mark, so this holds for every release of the page, and for every
-- other caller of the Data API. Cascades and the secret key still remove rows.
alter table public.workspace_boards add column deleted_at timestamptz;
alter table public.workspace_notes add column deleted_at timestamptz;
alter table public.workspace_attachments add column deleted_at timestamptz;
create index workspace_boards_deleted on public.workspace_boards (deleted_at) where deleted_at is not null;
create index workspace_notes_deleted on public.workspace_notes (deleted_at) where deleted_at is not null;
create index workspace_attachments_deleted on public.workspace_attachments (deleted_at) where deleted_at is not null;

-- Sends a broadcast to those who have a board open. The rows of a deletion tell them nothing: Realtime sends no change of a row
-- that the policies hide by then.
create function workspace_private.tell_board(board uuid, event text, payload jsonb) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform realtime.send(payload, event, 'workspace:board:' || board, true);
end;
$$;
revoke execute on function workspace_private.tell_board from public;

create function workspace_private.mark_deleted() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  case tg_table_name
    when 'workspace_boards' then
      update public.workspace_boards set deleted_at = now() where id = old.id;
      -- Pages ask for the board when they hear this, and do not find it any more.
      perform workspace_private.tell_board(old.id, 'members', '{}');
    when 'workspace_notes' then
      update public.workspace_notes set deleted_at = now() where id = old.id;
      perform workspace_private.tell_board(old.board, 'deleted', jsonb_build_object('note', old.id));
    when 'workspace_attachments' then
      update public.workspace_attachments set deleted_at = now() where id = old.id;
      perform workspace_private.tell_board(old.board, 'deleted', jsonb_build_object('note', old.note));
  end case;
  -- The row stays.
  return null;
end;
$$;

-- A cascade runs as the owner of the table.
create trigger workspace_mark_deleted before delete on public.workspace_boards
for each row when (current_user = 'authenticated') execute function workspace_private.mark_deleted();
create trigger workspace_mark_deleted before delete on public.workspace_notes
for each row when (current_user = 'authenticated') execute function workspace_private.mark_deleted();
create trigger workspace_mark_deleted before delete on public.workspace_attachments
for each row when (current_user = 'authenticated') execute function workspace_private.mark_deleted();

-- Deleting and restoring leave the times as they are.
drop trigger workspace_boards_touch on public.workspace_boards;
create trigger workspace_boards_touch
before update on public.workspace_boards
for each row when (new.deleted_at is not distinct from old.deleted_at) execute function workspace_private.touch();
drop trigger workspace_notes_change_note on public.workspace_notes;
create trigger workspace_notes_change_note
before update on public.workspace_notes
for each row when (new.deleted_at is not distinct from old.deleted_at) execute function workspace_private.change_note();

-- What policies and functions ask. A deleted board is none of anyone's boards, so everything on it is hidden as well.
create or replace function workspace_private.my_boards() returns setof uuid
language sql
volatile
security definer
set search_path = ''
as $$
  select m.board
  from public.workspace_members m
  join public.workspace_boards b on b.id = m.board
  where m.person = (select auth.uid()) and b.deleted_at is null;
$$;

create or replace function workspace_private.my_own_boards() returns setof uuid
language sql
stable
security definer
set search_path = ''
as $$
  select id from public.workspace_boards where owner = (select auth.uid()) and deleted_at is null;
$$;

create or replace function workspace_private.my_circle() returns setof uuid
language sql
stable
security definer
set search_path = ''
as $$
  select (select auth.uid())
  union
  select other.person
  from public.workspace_members mine
  join public.workspace_boards b on b.id = mine.board
  join public.workspace_members other on other.board = mine.board
  where mine.person = (select auth.uid()) and b.deleted_at is null;
$$;

create function workspace_private.is_deleted_board(board uuid) returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (select from public.workspace_boards b where b.id = is_deleted_board.board and b.deleted_at is not null);
$$;

create function workspace_private.is_deleted_note(note uuid) returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (select from public.workspace_notes n where n.id = is_deleted_note.note and n.deleted_at is not null);
$$;

drop policy workspace_boards_select on public.workspace_boards;
create policy workspace_boards_select on public.workspace_boards
  for select to authenticated
  using (deleted_at is null and (owner = (select auth.uid()) or id in (select workspace_private.my_boards())));
drop policy workspace_notes_select on public.workspace_notes;
create policy workspace_notes_select on public.workspace_notes
  for select to authenticated using (deleted_at is null and board in (select workspace_private.my_boards()));
drop policy workspace_attachments_select on public.workspace_attachments;
create policy workspace_attachments_select on public.workspace_attachments
  for select to authenticated
  using (deleted_at is null and board in (select workspace_private.my_boards()) and not workspace_private.is_deleted_note(note));
drop policy workspace_attachments_insert on public.workspace_attachments;
create policy workspace_attachments_insert on public.workspace_attachments
  for insert to authenticated
  with check (
    author = (select auth.uid()) and board in (select workspace_private.my_boards()) and not workspace_private.is_deleted_note(note)
  );
drop policy workspace_invitations_select on public.workspace_invitations;
create policy workspace_invitations_select on public.workspace_invitations
  for select to authenticated
  using (
    board in (select workspace_private.my_own_boards())
    or email = (select workspace_private.my_confirmed_email()) and not workspace_private.is_deleted_board(board)
  );

-- Hidden rows are not changed or deleted again either: a statement without a filter needs no right to see a row.
drop policy workspace_boards_update on public.workspace_boards;
create policy workspace_boards_update on public.workspace_boards
  for update to authenticated using (deleted_at is null and owner = (select auth.uid())) with check (owner = (select auth.uid()));
drop policy workspace_boards_delete on public.workspace_boards;
create policy workspace_boards_delete on public.workspace_boards
  for delete to authenticated using (deleted_at is null and owner = (select auth.uid()));
drop policy workspace_notes_update on public.workspace_notes;
create policy workspace_notes_update on public.workspace_notes
  for update to authenticated
  using (deleted_at is null and board in (select workspace_private.my_boards()))
  with check (board in (select workspace_private.my_boards()));
drop policy workspace_notes_delete on public.workspace_notes;
create policy workspace_notes_delete on public.workspace_notes
  for delete to authenticated using (deleted_at is null and board in (select workspace_private.my_boards()));
drop policy workspace_attachments_delete on public.workspace_attachments;
create policy workspace_attachments_delete on public.workspace_attachments
  for delete to authenticated using (deleted_at is null and board in (select workspace_private.my_boards()));

-- The bytes of a deleted file stay for 30 days: members do not read them, and remove only bytes that no row names, such as those
-- of an upload that was given up.
create function workspace_private.has_file_row(path text) returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (select from public.workspace_attachments a where a.path = has_file_row.path);
$$;

create function workspace_private.is_deleted_file(path text) returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select from public.workspace_attachments a
    where a.path = is_deleted_file.path and (a.deleted_at is not null or workspace_private.is_deleted_note(a.note))
  );
$$;

drop policy workspace_files_select on storage.objects;
create policy workspace_files_select on storage.objects
  for select to authenticated
  using (
    bucket_id = 'workspace-files'
    and (select workspace_private.session_is_strong_enough())
    and (storage.foldername(name))[1] in (select board::text from workspace_private.my_boards() board)
    and not workspace_private.is_deleted_file(name)
  );
drop policy workspace_files_delete on storage.objects;
create policy workspace_files_delete on storage.objects
  for delete to authenticated
  using (
    bucket_id = 'workspace-files'
    and (select workspace_private.session_is_strong_enough())
    and (storage.foldername(name))[1] in (select board::text from workspace_private.my_boards() board)
    and not workspace_private.has_file_row(name)
  );

create or replace function workspace_private.may_attach(path text) returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  parts constant text[] := string_to_array(path, '/');
begin
  -- In canonical form only: the folder is compared as text elsewhere.
  if path !~ '^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/){3}[^/]+$' then
    return false;
  end if;
  return exists (
      select from public.workspace_notes
      where board = parts[1]::uuid and id = parts[2]::uuid and deleted_at is null and board in (select workspace_private.my_boards())
    )
    -- Room for uploads that were given up, and, as `require_room_for_files` has it, for deleted files.
    and (
      select count(*) filter (where not workspace_private.is_deleted_file(name)) < 40 and count(*) < 80
      from storage.objects
      where bucket_id = 'workspace-files' and name like parts[1] || '/' || parts[2] || '/%'
    );
end;
$$;

-- The limits count what is not deleted. What is deleted takes room for 30 days, so it has a limit, too: three times as much in all.
create function workspace_private.require_room_for_boards(owners uuid[]) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform from public.account_profiles where person = any (owners) order by person for no key update;
  if exists (
    select from public.workspace_boards where owner = any (owners)
    group by owner having count(*) filter (where deleted_at is null) > 100 or count(*) > 300
  ) then
    raise exception 'A person can have 100 boards of their own.'
      using errcode = 'WS001', hint = 'Delete a board that is no longer needed, then try again.';
  end if;
end;
$$;

create function workspace_private.require_room_for_notes(boards uuid[]) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if exists (
    select from public.workspace_notes where board = any (boards)
    group by board having count(*) filter (where deleted_at is null) > 20000 or count(*) > 60000
  ) then
    raise exception 'A board can hold 20000 notes.'
      using errcode = 'WS003', hint = 'Delete notes that are done, or begin another board.';
  end if;
end;
$$;

create function workspace_private.require_room_for_files(notes uuid[]) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform from public.workspace_notes where id = any (notes) order by id for no key update;
  if exists (
    select from public.workspace_attachments where note = any (notes)
    group by note having count(*) filter (where deleted_at is null) > 20 or count(*) > 60
  ) then
    raise exception 'A note can have 20 files.'
      using errcode = 'WS004', hint = 'Remove a file that is no longer needed, then try again.';
  end if;
end;
$$;
revoke execute on function workspace_private.require_room_for_boards, workspace_private.require_room_for_notes, workspace_private.require_room_for_files from public;

create or replace function workspace_private.limit_boards() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform workspace_private.require_room_for_boards(array(select distinct owner from added));
  return null;
end;
$$;

create or replace function workspace_private.limit_notes() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- `place_note` has locked the boards.
  perform workspace_private.require_room_for_notes(array(select distinct board from added));
  return null;
end;
$$;

create or replace function workspace_private.limit_attachments() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform workspace_private.require_room_for_files(array(select distinct note from added));
  return null;
end;
$$;

-- The other functions that look past the policies.
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

-- Undoing a deletion once wrote the note again. Restored rows keep their time, so no one says when a note was written any more.
revoke insert (created_at) on public.workspace_notes from authenticated;

-- What was deleted later than this can be restored; the rest is purged.
create function workspace_private.oldest_restorable() returns timestamptz
language sql
stable
set search_path = ''
as $$
  select now() - interval '30 days';
$$;

-- Restores what was deleted: a board for its owner, a note and a file for the members of their board, as they may delete them.
-- Says whether it is there now, so that a try whose answer was lost can be repeated. It is not after 30 days, or where it is not
-- the caller's.
create function public.workspace_restore(kind text, id uuid) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  oldest constant timestamptz := workspace_private.oldest_restorable();
  parent uuid;
begin
  if not workspace_private.session_is_strong_enough() then
    raise exception 'Log in with your second factor first.' using errcode = '42501';
  end if;
  -- Each locks what its limit is of, as whoever adds one does.
  case kind
    when 'board' then
      select p.person into parent from public.account_profiles p where p.person = (select auth.uid()) for no key update;
      update public.workspace_boards b set deleted_at = null
      where b.id = workspace_restore.id and b.owner = parent and b.deleted_at > oldest;
      if found then
        perform workspace_private.require_room_for_boards(array[parent]);
      end if;
      return exists (select from public.workspace_boards b where b.id = workspace_restore.id and b.owner = parent and b.deleted_at is null);
    when 'note' then
      select b.id into parent from public.workspace_boards b
      where b.id = (select n.board from public.workspace_notes n where n.id = workspace_restore.id)
        and b.id in (select workspace_private.my_boards())
      for no key update;
      update public.workspace_notes n set deleted_at = null
      where n.id = workspace_restore.id and n.board = parent and n.deleted_at > oldest;
      if found then
        perform workspace_private.require_room_for_notes(array[parent]);
      end if;
      return exists (select from public.workspace_notes n where n.id = workspace_restore.id and n.board = parent and n.deleted_at is null);
    when 'file' then
      select n.id into parent from public.workspace_notes n
      where n.id = (select a.note from public.workspace_attachments a where a.id = workspace_restore.id)
        and n.deleted_at is null and n.board in (select workspace_private.my_boards())
      for no key update;
      update public.workspace_attachments a set deleted_at = null
      where a.id = workspace_restore.id and a.note = parent and a.deleted_at > oldest;
      if found then
        perform workspace_private.require_room_for_files(array[parent]);
      end if;
      return exists (select from public.workspace_attachments a where a.id = workspace_restore.id and a.note = parent and a.deleted_at is null);
    else
      raise exception 'Only a board, a note or a file can be restored.' using errcode = '22023';
  end case;
end;
$$;
revoke execute on function public.workspace_restore from public, anon;
grant execute on function public.workspace_restore to authenticated;

-- Whether there is something to purge. A page asks after a deletion, and calls the function workspace-purge if there is.
create function public.workspace_has_expired() returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (select from public.workspace_boards where deleted_at <= workspace_private.oldest_restorable())
    or exists (select from public.workspace_notes where deleted_at <= workspace_private.oldest_restorable())
    or exists (select from public.workspace_attachments where deleted_at <= workspace_private.oldest_restorable());
$$;
revoke execute on function public.workspace_has_expired from public, anon;
grant execute on function public.workspace_has_expired to authenticated;

-- Removes what was deleted 30 days ago or earlier, once its files are removed. Gives back paths of files that are still stored:
-- only the Storage API removes their bytes. Call it again after that, until it gives back none.
create function public.workspace_purge(at_most integer default 100) returns setof text
language plpgsql
security definer
set search_path = ''
as $$
declare
  expiry constant timestamptz := workspace_private.oldest_restorable();
begin
  delete from public.workspace_attachments a
  where a.deleted_at <= expiry
    and not exists (select from storage.objects o where o.bucket_id = 'workspace-files' and o.name = a.path);
  delete from public.workspace_notes n
  where n.deleted_at <= expiry
    and not exists (select from storage.objects o where o.bucket_id = 'workspace-files' and o.name like n.board || '/' || n.id || '/%');
  delete from public.workspace_boards b
  where b.deleted_at <= expiry
    and not exists (select from storage.objects o where o.bucket_id = 'workspace-files' and o.name like b.id || '/%');
  return query
    select o.name
    from storage.objects o
    where o.bucket_id = 'workspace-files' and (
      exists (select from public.workspace_attachments a where a.deleted_at <= expiry and o.name = a.path)
      or exists (select from public.workspace_notes n where n.deleted_at <= expiry and o.name like n.board || '/' || n.id || '/%')
      or exists (select from public.workspace_boards b where b.deleted_at <= expiry and o.name like b.id || '/%')
    )
    limit at_most;
end;
$$;
revoke execute on function public.workspace_purge from public, anon, authenticated;
grant execute on function public.workspace_purge to service_role;
