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

-- Lets the oldest deleted files of a person on a note expire early, so that 40 can be restored. Counted for each author, so that a
-- member who adds and deletes files cannot make files of others expire. `workspace_purge` removes them with their bytes.
create function workspace_private.expire_deleted_files(note uuid, author uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  expiry constant timestamptz := workspace_private.oldest_restorable();
begin
  perform from public.workspace_notes n where n.id = expire_deleted_files.note for no key update;
  update public.workspace_attachments set deleted_at = expiry
  where id in (
    select a.id from public.workspace_attachments a
    where a.note = expire_deleted_files.note and a.author = expire_deleted_files.author and a.deleted_at > expiry
    order by a.deleted_at desc, a.created_at desc, a.id
    offset 40
  );
  delete from public.workspace_attachments a
  where a.note = expire_deleted_files.note and a.author = expire_deleted_files.author and a.deleted_at <= expiry
    and not exists (select from storage.objects o where o.bucket_id = 'workspace-files' and o.name = a.path);
end;
$$;
revoke execute on function workspace_private.expire_deleted_files from public;

create or replace function workspace_private.mark_deleted() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  case tg_table_name
    when 'workspace_boards' then
      update public.workspace_boards set deleted_at = now() where id = old.id;
      -- Pages read the board again when they receive this, and do not find it.
      perform workspace_private.tell_board(old.id, 'members', '{}');
    when 'workspace_notes' then
      update public.workspace_notes set deleted_at = now() where id = old.id;
      perform workspace_private.tell_board(old.board, 'deleted', jsonb_build_object('note', old.id));
    when 'workspace_attachments' then
      update public.workspace_attachments set deleted_at = now() where id = old.id;
      perform workspace_private.expire_deleted_files(old.note, old.author);
      perform workspace_private.tell_board(old.board, 'deleted', jsonb_build_object('note', old.note));
  end case;
  -- The row stays.
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
    -- 20 files of the note and 20 abandoned uploads. In total also 40 deleted files, and 20 that wait for `workspace_purge`.
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
