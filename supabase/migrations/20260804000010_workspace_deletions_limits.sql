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
