-- Undo once wrote the note again, with its time. A restored row keeps it, so pages no longer set the time of a note.
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
-- Returns whether it exists now, so that a call whose answer was lost can be repeated. False after 30 days, or if the caller may
-- not restore it.
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
  -- Each branch locks what its limit is of, as adding one does.
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
    from public.workspace_attachments a
    join storage.objects o on o.bucket_id = 'workspace-files' and o.name = a.path
    where a.deleted_at <= expiry
    union
    select o.name
    from (
      select n.board || '/' || n.id || '/' as path from public.workspace_notes n where n.deleted_at <= expiry
      union all
      select b.id || '/' from public.workspace_boards b where b.deleted_at <= expiry
    ) folder
    join storage.objects o on o.bucket_id = 'workspace-files' and starts_with(o.name, folder.path)
    limit at_most;
end;
$$;
revoke execute on function public.workspace_purge from public, anon, authenticated;
grant execute on function public.workspace_purge to service_role;
