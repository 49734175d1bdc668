-- Notes move from board to board with their files. The bytes stay where they are: a file belongs to the note that its path names,
-- `<board>/<note>/<uuid>/<file name>`, on whichever board that note is now. The first segment says only on which board the note was
-- when the file was stored. Moving the bytes instead would take the Storage API, one request for each file, and could stop halfway.
alter table public.workspace_attachments
  drop constraint workspace_attachments_path,
  add constraint workspace_attachments_path check (
    char_length(path) <= 1024
    and workspace_private.is_attachment_path(path)
    and split_part(path, '/', 2) = note::text
  ),
  -- A file's row follows its note.
  drop constraint workspace_attachments_board_note_fkey,
  add constraint workspace_attachments_board_note_fkey foreign key (board, note) references public.workspace_notes (board, id)
    on update cascade on delete cascade;

-- New files are stored below the note's current board.
create policy workspace_attachments_new_path on public.workspace_attachments
  as restrictive for insert to authenticated
  with check (starts_with(path, board::text || '/' || note::text || '/'));

-- The note that the path of a stored file names; null for other paths.
create function workspace_private.note_of_file(path text) returns uuid
language sql
immutable
set search_path = ''
as $$
  select substring(path from '^[0-9a-f-]{36}/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/')::uuid;
$$;
grant execute on function workspace_private.note_of_file(text) to authenticated, service_role;

create function workspace_private.may_read_file(path text) returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select from public.workspace_notes n
    where n.id = workspace_private.note_of_file(path) and n.board in (select workspace_private.my_boards())
  ) and not workspace_private.is_deleted_file(path);
$$;

drop policy workspace_files_select on storage.objects;
create policy workspace_files_select on storage.objects
  for select to authenticated
  using (
    bucket_id = 'workspace-files'
    and (select workspace_private.session_is_strong_enough())
    and workspace_private.may_read_file(name)
  );

-- A note that moves gets a place on its new board as a new note does, and keeps its times.
create trigger workspace_notes_place_moved_note
before update of board on public.workspace_notes
for each row when (new.board is distinct from old.board) execute function workspace_private.place_note();
drop trigger workspace_notes_change_note on public.workspace_notes;
create trigger workspace_notes_change_note
before update on public.workspace_notes
for each row when (new.deleted_at is not distinct from old.deleted_at and new.board = old.board) execute function workspace_private.change_note();

-- Moves a note with its files between boards on which the caller writes: to the top, or, to undo a move, to the position that it had there.
-- Moving it where it is already is not an error, so that a call whose answer was lost can be repeated.
create function public.workspace_move_note_to_board(note uuid, board uuid, place text default '') returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  origin uuid;
begin
  select n.board into origin from public.workspace_notes n
  where n.id = workspace_move_note_to_board.note and n.deleted_at is null
    and n.board in (select workspace_private.my_boards()) and workspace_private.session_is_strong_enough();
  if not found then
    raise exception 'Your boards have no note with this id.' using errcode = 'WS021', hint = 'It may have been deleted. Reload the board.';
  end if;
  if exists (
    select from unnest(array[origin, workspace_move_note_to_board.board]) needed
    where needed not in (select workspace_private.my_writable_boards())
  ) then
    raise exception 'Only those who write on both boards can move a note.' using errcode = '42501', hint = 'Ask the owner of the board to make you an editor.';
  end if;
  if origin = workspace_move_note_to_board.board then
    return;
  end if;
  -- In one order, so that two moves cannot deadlock.
  perform from public.workspace_boards b
  where b.id in (origin, workspace_move_note_to_board.board) order by b.id for no key update;
  update public.workspace_notes n
  set board = workspace_move_note_to_board.board, position = workspace_move_note_to_board.place
  where n.id = workspace_move_note_to_board.note and n.board = origin and n.deleted_at is null;
  if not found then
    raise exception 'The note is no longer on this board.' using errcode = 'WS021', hint = 'It may have been moved or deleted. Reload the board.';
  end if;
  perform workspace_private.require_room_for_notes(array[workspace_move_note_to_board.board]);
  -- Those who have the earlier board open ask for the note, and do not find it there. The row tells those on the other board.
  perform workspace_private.tell_board(origin, 'deleted', jsonb_build_object('note', workspace_move_note_to_board.note));
end;
$$;
revoke execute on function public.workspace_move_note_to_board from public, anon;
grant execute on function public.workspace_move_note_to_board to authenticated;

-- Some of the stored files of boards: files of the notes that are on them now, and files below them of notes that no longer exist.
-- Only the Storage API removes their bytes. Call it again after that, until it gives back none.
create function public.workspace_board_files(boards uuid[]) returns setof text
language sql
stable
security definer
set search_path = ''
as $$
  select o.name
  from storage.objects o
  left join public.workspace_notes n on n.id = workspace_private.note_of_file(o.name)
  where o.bucket_id = 'workspace-files'
    and coalesce(n.board::text, split_part(o.name, '/', 1)) = any (boards::text[])
  limit 1000;
$$;

-- The same for boards and notes that no longer exist.
create function public.workspace_orphan_files() returns setof text
language sql
stable
security definer
set search_path = ''
as $$
  select o.name
  from storage.objects o
  where o.bucket_id = 'workspace-files'
    and workspace_private.note_of_file(o.name) is not null
    and not exists (select from public.workspace_notes n where n.id = workspace_private.note_of_file(o.name))
    and not exists (select from public.workspace_boards b where b.id::text = split_part(o.name, '/', 1))
  limit 1000;
$$;
revoke execute on function public.workspace_board_files, public.workspace_orphan_files from public, anon, authenticated;
grant execute on function public.workspace_board_files, public.workspace_orphan_files to service_role;

create or replace function public.workspace_purge(at_most integer default 100) returns setof text
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
    and not exists (select from storage.objects o where o.bucket_id = 'workspace-files' and workspace_private.note_of_file(o.name) = n.id);
  delete from public.workspace_boards b
  where b.deleted_at <= expiry and not exists (select from public.workspace_board_files(array[b.id]));
  return query
    select o.name
    from public.workspace_attachments a
    join storage.objects o on o.bucket_id = 'workspace-files' and o.name = a.path
    where a.deleted_at <= expiry
    union
    select o.name
    from public.workspace_notes n
    join storage.objects o on o.bucket_id = 'workspace-files' and workspace_private.note_of_file(o.name) = n.id
    where n.deleted_at <= expiry
    union
    select public.workspace_board_files(array(select b.id from public.workspace_boards b where b.deleted_at <= expiry))
    limit at_most;
end;
$$;
