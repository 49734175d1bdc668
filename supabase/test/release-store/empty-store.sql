-- For tests only: each wants a store with nothing in it. The files may stay, since every upload has keys of its own.
create function public.empty_release_store() returns void
language sql
security definer
set search_path = ''
as $$
  truncate atrium.log, atrium.releases, atrium.uploads, atrium.team_tokens, atrium.teams;
  update atrium.registry set revision = 0, document = null where id;
$$;
