-- Finds the account of an address. The function workspace-invite uses it with the secret key: the mail template reads the invitation
-- from the account, and the admin API of the auth service cannot look up an address.
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
