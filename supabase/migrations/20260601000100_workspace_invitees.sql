-- Whose account an address is. For the function workspace-invite, with the secret key: what an invitation says has to be
-- at the account when the auth service writes the mail, and that service finds nobody by an address.
create function public.workspace_invitee(email text) returns uuid
language sql
stable
security definer
set search_path = ''
as $$
  select id from auth.users u where u.email = lower(trim(workspace_invitee.email)) and u.deleted_at is null;
$$;
revoke execute on function public.workspace_invitee from public, anon, authenticated;
grant execute on function public.workspace_invitee to service_role;
