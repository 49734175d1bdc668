-- Files of notes, and pictures of users. Both buckets are private: pages request signed addresses.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values
  (
    'workspace-files', 'workspace-files', false, 10485760,
    -- Types that browsers show or save without running anything: no HTML, no SVG.
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

-- Whether a file may be uploaded to <board>/<note>/<uuid>/<file name>: the note is on a board of the caller and has room.
create function workspace_private.may_attach(path text) returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  parts constant text[] := string_to_array(path, '/');
begin
  -- Canonical form only, because policies compare the folder as text.
  if path !~ '^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/){3}[^/]+$' then
    return false;
  end if;
  return exists (
      select from public.workspace_notes
      where board = parts[1]::uuid and id = parts[2]::uuid and board in (select workspace_private.my_boards())
    )
    -- Twice the limit of a note: uploads without a row take room too.
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
-- No update: files are never replaced or moved. A new file gets a path of its own.
create policy workspace_files_delete on storage.objects
  for delete to authenticated
  using (
    bucket_id = 'workspace-files'
    and (select workspace_private.session_is_strong_enough())
    and (storage.foldername(name))[1] in (select board::text from workspace_private.my_boards() board)
  );

-- <user>/<file name>. A few are allowed, so that a new picture can be uploaded before the old one is removed.
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
