-- The auth service gives an invited account a random password when its link is opened. Its owner changed nothing.
create or replace function workspace_private.log_credentials() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- The first confirmation of an address removes the password, which its owner did not set (`confirm_address`).
  if new.encrypted_password is distinct from old.encrypted_password and coalesce(new.encrypted_password, '') <> ''
    and coalesce(new.email_confirmed_at, new.phone_confirmed_at) is not null then
    perform workspace_private.log_activity(new.id, 'password-changed', null, null, null);
  end if;
  if new.email is distinct from old.email then
    perform workspace_private.log_activity(new.id, 'email-changed', null, null, null);
  end if;
  return null;
end;
$$;
