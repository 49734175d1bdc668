-- Confirms an address with the statements of supabase/auth (internal/models/user.go, Confirm; internal/api/verify.go), in one
-- transaction and in their order: the metadata of before is written once more, after the confirmation.
create function public.confirm_like_hosted(person uuid) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  read_before auth.users;
begin
  select * into read_before from auth.users where id = person;
  update auth.users set confirmation_token = '', email_confirmed_at = clock_timestamp() where id = person;
  update auth.users set raw_user_meta_data = read_before.raw_user_meta_data || '{"email_verified": true}' where id = person;
  update auth.users set raw_app_meta_data = read_before.raw_app_meta_data where id = person;
  return (select jsonb_build_object('password', encrypted_password, 'metadata', raw_user_meta_data) from auth.users where id = person);
end;
$$;
revoke execute on function public.confirm_like_hosted from public, anon, authenticated;
grant execute on function public.confirm_like_hosted to service_role;

-- What a session and a factor from before a confirmation would be, in a project that lets people in who have not confirmed.
create function public.enter_unconfirmed(person uuid) returns void
language sql
security definer
set search_path = ''
as $$
  insert into auth.sessions (id, user_id) values (gen_random_uuid(), person);
  insert into auth.mfa_factors (id, user_id, factor_type, status, secret, created_at, updated_at)
  values (gen_random_uuid(), person, 'totp', 'verified', 'JBSWY3DPEHPK3PXP', now(), now());
  insert into auth.identities (provider_id, user_id, identity_data, provider) values (person, person, '{}', 'github');
  update auth.users set email_change = 'attacker@example.com', email_change_token_new = 'pending-' || person, phone = left(person::text, 15) where id = person;
$$;
revoke execute on function public.enter_unconfirmed from public, anon, authenticated;
grant execute on function public.enter_unconfirmed to service_role;

create function public.left_of(person uuid) returns jsonb
language sql
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'sessions', (select count(*) from auth.sessions where user_id = person),
    'factors', (select count(*) from auth.mfa_factors where user_id = person),
    'providers', (select jsonb_agg(provider) from auth.identities where user_id = person),
    'email_change', email_change, 'email_change_token_new', email_change_token_new, 'phone', phone
  )
  from auth.users where id = person;
$$;
revoke execute on function public.left_of from public, anon, authenticated;
grant execute on function public.left_of to service_role;
