-- Deleted rows and abandoned uploads count against the person who made them. Before, they counted against the board or the note, so
-- a member who added and deleted without end kept the others from adding anything for 30 days.
create or replace function workspace_private.require_room_for_boards(owners uuid[]) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform from public.account_profiles where person = any (owners) order by person for no key update;
  if exists (
    select from public.workspace_boards where owner = any (owners) and deleted_at is null group by owner having count(*) > 100
  ) then
    raise exception 'A person can have 100 boards of their own.'
      using errcode = 'WS001', hint = 'Delete a board that is no longer needed, then try again.';
  end if;
  if exists (select from public.workspace_boards where owner = any (owners) group by owner having count(*) > 300) then
    raise exception 'A person can have 300 boards of their own, including deleted ones.'
      using errcode = 'WS007', hint = 'Deleted boards are removed after 30 days. Try again then.';
  end if;
end;
$$;

create or replace function workspace_private.require_room_for_notes(boards uuid[]) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if exists (
    select from public.workspace_notes where board = any (boards) and deleted_at is null group by board having count(*) > 20000
  ) then
    raise exception 'A board can hold 20000 notes.'
      using errcode = 'WS003', hint = 'Delete notes that are done, or begin another board.';
  end if;
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
  if exists (
    select from public.workspace_notes n
    where (n.board, n.author) in (select distinct board, author from added) and n.deleted_at is not null
    group by n.board, n.author having count(*) > 20000
  ) then
    raise exception 'A board can hold 20000 deleted notes of one person.'
      using errcode = 'WS007', hint = 'Deleted notes are removed after 30 days. Use another board until then.';
  end if;
  return null;
end;
$$;

create or replace function workspace_private.require_room_for_files(notes uuid[]) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform from public.workspace_notes where id = any (notes) order by id for no key update;
  if exists (
    select from public.workspace_attachments where note = any (notes) and deleted_at is null group by note having count(*) > 20
  ) then
    raise exception 'A note can have 20 files.'
      using errcode = 'WS004', hint = 'Remove a file that is no longer needed, then try again.';
  end if;
end;
$$;

create or replace function workspace_private.limit_attachments() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- This locks the notes.
  perform workspace_private.require_room_for_files(array(select distinct note from added));
  if exists (
    select from public.workspace_attachments a
    where (a.note, a.author) in (select distinct note, author from added) and a.deleted_at is not null
    group by a.note, a.author having count(*) > 40
  ) then
    raise exception 'A note can have 40 deleted files of one person.'
      using errcode = 'WS007', hint = 'Deleted files are removed after 30 days. Use another note until then.';
  end if;
  return null;
end;
$$;

-- Whether a person may store a file at <board>/<note>/<uuid>/<file name>: on a note of their boards, while they have room there.
create function workspace_private.may_attach(path text, person uuid) returns boolean
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
      select
      from public.workspace_notes n
      join public.workspace_boards b on b.id = n.board
      join public.workspace_members m on m.board = n.board
      where n.board = parts[1]::uuid and n.id = parts[2]::uuid and n.deleted_at is null and b.deleted_at is null
        and m.person = may_attach.person
    )
    -- 20 files of the note and 20 abandoned uploads, and at most 60 deleted files: nothing is added beside more than 40.
    and (
      select count(*) filter (where not workspace_private.is_deleted_file(o.name)) < 40 and count(*) < 100
      from storage.objects o
      where o.bucket_id = 'workspace-files' and o.name like parts[1] || '/' || parts[2] || '/%' and o.owner_id = may_attach.person::text
    );
end;
$$;

revoke execute on function workspace_private.may_attach(text, uuid) from public;

create or replace function workspace_private.may_attach(path text) returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return workspace_private.may_attach(path, (select auth.uid()));
end;
$$;

create function workspace_private.may_store_avatar(path text, person uuid) returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (select from public.account_profiles p where p.person = may_store_avatar.person)
    and path like may_store_avatar.person || '/%' and array_length(string_to_array(path, '/'), 1) = 2
    and (
      select count(*) from storage.objects o
      where o.bucket_id = 'account-avatars' and o.name like may_store_avatar.person || '/%'
    ) < 5;
$$;

revoke execute on function workspace_private.may_store_avatar(text, uuid) from public;

create or replace function workspace_private.may_store_avatar(path text) returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select workspace_private.may_store_avatar(path, (select auth.uid()));
$$;

-- The storage service asks the policies when an upload begins, or when its address is signed, up to two hours before. It then
-- writes the row as `service_role`, which no policy restricts, with the person as owner. So this checks that person again.
create function workspace_private.require_owner_may_store() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not (
    case new.bucket_id
      when 'workspace-files' then workspace_private.may_attach(new.name, new.owner_id::uuid)
      else workspace_private.may_store_avatar(new.name, new.owner_id::uuid)
    end
  ) then
    -- The error of a policy, which the storage service turns into a refusal.
    raise exception 'new row violates row-level security policy for table "objects"' using errcode = '42501';
  end if;
  return new;
end;
$$;
create trigger workspace_require_owner_may_store before insert on storage.objects
for each row when (new.bucket_id in ('workspace-files', 'account-avatars') and new.owner_id is not null)
execute function workspace_private.require_owner_may_store();

-- Only the deletion of an account changes the author of a note. That is no change of the note.
create or replace function workspace_private.change_note() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if new.author is not distinct from old.author then
    new.updated_at := now();
  end if;
  new.owner := new.author;
  if (new.title, new.body) is distinct from (old.title, old.body) then
    new.version := old.version + 1;
  end if;
  return new;
end;
$$;
