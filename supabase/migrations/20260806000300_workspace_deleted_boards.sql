-- The caller's deleted boards that they can still restore, the last deleted first. The policies hide these rows.
create function public.workspace_deleted_boards()
returns table (board uuid, name text, tint text, deleted_at timestamptz)
language sql
stable
security definer
set search_path = ''
as $$
  select b.id, b.name, b.tint, b.deleted_at
  from public.workspace_boards b
  where (select workspace_private.session_is_strong_enough())
    and b.owner = (select auth.uid())
    and b.deleted_at > (select workspace_private.oldest_restorable())
  order by b.deleted_at desc, b.id
$$;
revoke execute on function public.workspace_deleted_boards from public, anon;
grant execute on function public.workspace_deleted_boards to authenticated;
