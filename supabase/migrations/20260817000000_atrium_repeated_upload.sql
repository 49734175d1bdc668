-- The answer to the first attempt may be lost: announcing the same upload again is not an error.
create or replace function public.atrium_begin_upload(new_upload uuid, new_keys text[]) returns void
language sql
security definer
set search_path = ''
as $$
  insert into atrium.uploads (id, keys) values (new_upload, new_keys) on conflict (id) do nothing;
$$;
