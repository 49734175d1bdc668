-- Files of notes and pictures of people. Both buckets are private: a page asks for signed addresses.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values
  (
    'workspace-files', 'workspace-files', false, 10485760,
    -- What a browser shows or saves without running anything: no HTML, no SVG.
    array[
      'image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'application/pdf', 'text/plain', 'text/csv', 'text/markdown',
      'application/json', 'application/zip', 'audio/mpeg', 'audio/ogg', 'video/mp4', 'video/webm',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'application/vnd.openxmlformats-officedocument.presentationml.presentation',
      'application/vnd.oasis.opendocument.text', 'application/vnd.oasis.opendocument.spreadsheet'
    ]
  ),
  ('account-avatars', 'account-avatars', false, 2097152, array['image/png', 'image/jpeg', 'image/webp']);

-- Whether a file may be stored at <board>/<note>/<uuid>/<file name>: on a note of the caller's boards that has room.
create function workspace_private.may_attach(path text) returns boolean
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
      where board = parts[1]::uuid and id = parts[2]::uuid and board in (select workspace_private.my_boards())
    )
    -- Twice what a note can have: files whose row was never added, or is gone already, take room too.
    and (
      select count(*) from storage.objects
      where bucket_id = 'workspace-files' and name like parts[1] || '/' || parts[2] || '/%'
    ) < 40;
end;
$$;

create policy workspace_files_select on storage.objects
  for select to authenticated
  using (
    bucket_id = 'workspace-files'
    and (select workspace_private.session_is_strong_enough())
    and (storage.foldername(name))[1] in (select board::text from workspace_private.my_boards() board)
  );
create policy workspace_files_insert on storage.objects
  for insert to authenticated
  with check (
    bucket_id = 'workspace-files'
    and (select workspace_private.session_is_strong_enough())
    and workspace_private.may_attach(name)
  );
-- No update: a file is never replaced or moved; a new one gets a path of its own.
create policy workspace_files_delete on storage.objects
  for delete to authenticated
  using (
    bucket_id = 'workspace-files'
    and (select workspace_private.session_is_strong_enough())
    and (storage.foldername(name))[1] in (select board::text from workspace_private.my_boards() board)
  );

-- <person>/<file name>; a few, so that a new picture can be there before the old one is removed.
create function workspace_private.may_store_avatar(path text) returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select path like (select auth.uid())::text || '/%' and array_length(string_to_array(path, '/'), 1) = 2 and (
    select count(*) from storage.objects
    where bucket_id = 'account-avatars' and name like (select auth.uid())::text || '/%'
  ) < 5;
$$;

create policy account_avatars_select on storage.objects
  for select to authenticated
  using (
    bucket_id = 'account-avatars'
    and (select workspace_private.session_is_strong_enough())
    and (storage.foldername(name))[1] in (select person::text from workspace_private.my_circle() person)
  );
create policy account_avatars_insert on storage.objects
  for insert to authenticated
  with check (
    bucket_id = 'account-avatars'
    and (select workspace_private.session_is_strong_enough())
    and workspace_private.may_store_avatar(name)
  );
create policy account_avatars_delete on storage.objects
  for delete to authenticated
  using (
    bucket_id = 'account-avatars'
    and (select workspace_private.session_is_strong_enough())
    and (storage.foldername(name))[1] = (select auth.uid())::text
  );
