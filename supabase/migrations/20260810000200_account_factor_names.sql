-- Renames a second factor of the signed-in person. The auth service lets only the secret key do this (`PUT /admin/users/…/factors/…`).
-- It fails with 23505 if another factor of the person has the name, and with P0002 if the factor is not theirs.
create function public.account_rename_factor(factor uuid, name text) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not (select workspace_private.session_is_strong_enough()) then
    raise insufficient_privilege using message = 'This session may not rename second factors.',
      hint = 'Enter a code of the second factor first.';
  end if;
  -- The limit of the auth service for the names of passkeys. It has none for factors.
  if octet_length(trim(account_rename_factor.name)) not between 1 and 120 then
    raise invalid_parameter_value using message = 'The name of a second factor has 1 to 120 bytes.';
  end if;
  update auth.mfa_factors set friendly_name = trim(account_rename_factor.name), updated_at = now()
  where id = account_rename_factor.factor and user_id = (select auth.uid());
  if not found then
    raise no_data_found using message = 'This account has no such second factor.';
  end if;
end;
$$;
revoke execute on function public.account_rename_factor from public, anon;
grant execute on function public.account_rename_factor to authenticated;
