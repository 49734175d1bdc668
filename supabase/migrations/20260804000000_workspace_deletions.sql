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
