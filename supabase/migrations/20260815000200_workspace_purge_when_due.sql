-- Anyone may have the function workspace-purge call this. Finding files takes time in proportion to all that are stored, so it looks
-- for them only if there is something to remove.
create or replace function public.workspace_purge(at_most integer default 100) returns setof text
language plpgsql
security definer
set search_path = ''
as $$
declare
  expiry constant timestamptz := workspace_private.oldest_restorable();
begin
  if not public.workspace_has_expired() then
    return;
  end if;
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
