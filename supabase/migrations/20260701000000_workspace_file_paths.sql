-- Pages build addresses from these paths. A path such as `<board>/<note>/../../../auth/v1/logout?scope=global` would send a request
-- of another member's page, with their token, to any address of the project. So every segment is checked, not only the first ones.
create function workspace_private.is_file_name(name text) returns boolean
language sql
immutable
set search_path = ''
as $$
  -- Neither `.` nor `..`, and no character with a meaning in an address.
  select name ~ '^[A-Za-z0-9_][A-Za-z0-9_.-]*$';
$$;
grant execute on function workspace_private.is_file_name(text) to authenticated, service_role;

create function workspace_private.is_attachment_path(path text) returns boolean
language sql
immutable
set search_path = ''
as $$
  select path ~ '^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/){3}[^/]+$' and workspace_private.is_file_name(split_part(path, '/', 4));
$$;
grant execute on function workspace_private.is_attachment_path(text) to authenticated, service_role;

-- Pages of the site never wrote such paths: they have always used these characters only.
delete from public.workspace_attachments where not workspace_private.is_attachment_path(path);
alter table public.workspace_attachments
  drop constraint workspace_attachments_path,
  -- <board>/<note>/<uuid>/<file name>
  add constraint workspace_attachments_path check (
    char_length(path) <= 1024
    and starts_with(path, board::text || '/' || note::text || '/')
    and workspace_private.is_attachment_path(path)
  );

update public.account_profiles set avatar_path = null where not workspace_private.is_file_name(split_part(avatar_path, '/', 2)) or split_part(avatar_path, '/', 3) <> '';
alter table public.account_profiles
  drop constraint account_profiles_avatar_path,
  -- <person>/<file name>
  add constraint account_profiles_avatar_path check (
    char_length(avatar_path) <= 300
    and split_part(avatar_path, '/', 1) = person::text
    and workspace_private.is_file_name(substr(avatar_path, length(person::text) + 2))
  );
