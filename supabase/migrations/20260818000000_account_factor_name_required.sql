-- Renames a second factor, as before. A missing name is refused, too: the auth service cannot read a factor without one, and would refuse
-- every request of its user.
create or replace function public.account_rename_factor(factor uuid, name text) returns void
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
  if coalesce(octet_length(trim(account_rename_factor.name)), 0) not between 1 and 120 then
    raise invalid_parameter_value using message = 'The name of a second factor has 1 to 120 bytes.';
  end if;
  update auth.mfa_factors set friendly_name = trim(account_rename_factor.name), updated_at = now()
  where id = account_rename_factor.factor and user_id = (select auth.uid());
  if not found then
    raise no_data_found using message = 'This account has no such second factor.';
  end if;
end;
$$;

update auth.mfa_factors set friendly_name = '' where friendly_name is null;
