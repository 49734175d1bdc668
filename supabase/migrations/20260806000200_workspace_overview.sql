-- What is on each of the caller's boards, for the list of boards: one request counts all. Runs as the caller, so that the policies
-- apply. A board without notes counts as changed when it was created.
create function public.workspace_overview()
returns table (board uuid, notes integer, done integer, last_change timestamptz)
language sql
stable
set search_path = ''
as $$
  select b.id, count(n.id)::integer, (count(n.id) filter (where n.done))::integer, coalesce(max(n.updated_at), b.created_at)
  from public.workspace_boards b
  left join public.workspace_notes n on n.board = b.id and n.deleted_at is null
  where b.deleted_at is null
  group by b.id
$$;
revoke execute on function public.workspace_overview from public, anon;
grant execute on function public.workspace_overview to authenticated, service_role;
