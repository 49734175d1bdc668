-- What a session that was left open, or copied, must not do to its account.

-- The email address of a confirmed account changes only by a link that is sent to it. Otherwise one could link an account of another
-- provider and then remove the identity with the address: if no remaining identity has it, the auth service gives the account the
-- address of one that remains (supabase/auth, internal/models/user.go, UpdateUserEmailFromIdentities). An identity with a phone number
-- does not count. When the whole account is deleted, its row is gone first.
create function workspace_private.keep_identity_of_address() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if exists (
    select from auth.users u
    where u.id = old.user_id and u.email_confirmed_at is not null and u.email <> '' and old.provider <> 'phone'
      and not exists (
        select from auth.identities i
        where i.user_id = u.id and i.id <> old.id and lower(i.identity_data ->> 'email') = lower(u.email)
      )
  ) then
    raise exception 'Without this identity, the account would get another email address.' using errcode = 'AC001', hint = 'Change the email address first.';
  end if;
  return old;
end;
$$;
revoke execute on function workspace_private.keep_identity_of_address from public;

create trigger account_keep_identity_of_address
before delete on auth.identities
for each row execute function workspace_private.keep_identity_of_address();

-- A user writes their own metadata, and every access token contains it. Longer tokens do not fit into the headers of a request (16 kB with
-- Node.js), so the account could do nothing any more, not even shorten the metadata. And the flag `needs_password`, with which an account
-- can be deleted without a password, cannot be set for an account that has one. New accounts that log in with mailed codes start with it.
create function workspace_private.check_metadata() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  length constant integer := octet_length(new.raw_user_meta_data::text);
begin
  if length > 8000 and (tg_op = 'INSERT' or length > octet_length(old.raw_user_meta_data::text)) then
    raise exception 'The metadata of a user has at most 8000 bytes.' using errcode = 'AC002', hint = 'Store large data in a table.';
  end if;
  if tg_op = 'UPDATE' and new.raw_user_meta_data ->> 'needs_password' = 'true'
    and old.raw_user_meta_data ->> 'needs_password' is distinct from 'true' and coalesce(new.encrypted_password, '') <> ''
  then
    new.raw_user_meta_data := new.raw_user_meta_data - 'needs_password';
  end if;
  return new;
end;
$$;

create trigger account_check_metadata
before insert or update of raw_user_meta_data on auth.users
for each row execute function workspace_private.check_metadata();
