-- What a session that was left open, or copied, must not do to its account.

-- The email address of a confirmed account changes only by a link that is sent to it. Otherwise one could link an account of another
-- provider and then remove the identity with the address: if no remaining identity has it, the auth service gives the account the
-- address of one that remains (supabase/auth, internal/models/user.go, UpdateUserEmailFromIdentities). An identity with a phone number
-- does not count. The identity of the address itself stays in any case, because an account without it seems to have no password. When
-- the whole account is deleted, its row is gone first.
create function workspace_private.keep_identity_of_address() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Of two removals at once, the second one sees what the first one has removed.
  perform from public.account_profiles where person = old.user_id for no key update;
  if exists (
    select from auth.users u
    where u.id = old.user_id and u.email_confirmed_at is not null and u.email <> '' and old.provider <> 'phone'
      and (old.provider = 'email' or not exists (
        select from auth.identities i
        where i.user_id = u.id and i.id <> old.id and lower(i.identity_data ->> 'email') = lower(u.email)
      ))
  ) then
    raise exception 'The account needs this identity for its email address.' using errcode = 'AC001', hint = 'Change the email address first.';
  end if;
  return old;
end;
$$;
revoke execute on function workspace_private.keep_identity_of_address from public;

create trigger account_keep_identity_of_address
before delete on auth.identities
for each row execute function workspace_private.keep_identity_of_address();

-- A user writes their own metadata, and every access token contains it. Longer tokens do not fit into the headers of a request (16 kB with
-- Node.js), so the account could do nothing any more, not even shorten the metadata. In a token, the auth service writes some characters
-- with six bytes (Go's encoding/json, HTMLEscape). A log-in with a provider adds what the provider says; it must not fail because a
-- session has filled the metadata before, so the metadata then stays as it is. And the flag `needs_password`, with which an account can be
-- deleted without a password, cannot be set for an account that has one. New accounts that log in with mailed codes start with it.
create function workspace_private.token_length(metadata jsonb) returns integer
language sql
immutable
set search_path = ''
as $$
  select coalesce(octet_length(regexp_replace(metadata::text, '[<>&\u2028\u2029]', '------', 'g')), 0);
$$;

-- Whether this transaction logs a user in with a provider: it has updated their identity first (supabase/auth, internal/api/external.go).
create function workspace_private.is_provider_log_in(person uuid) returns boolean
language sql
stable
set search_path = ''
as $$
  select exists (
    select from auth.identities i
    where i.user_id = is_provider_log_in.person and i.provider not in ('email', 'phone') and i.xmin = pg_current_xact_id()::xid
  );
$$;

create function workspace_private.check_metadata() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  length constant integer := workspace_private.token_length(new.raw_user_meta_data);
begin
  if length > 8000 and (tg_op = 'INSERT' or length > workspace_private.token_length(old.raw_user_meta_data)) then
    if tg_op = 'UPDATE' and workspace_private.is_provider_log_in(new.id) then
      new.raw_user_meta_data := old.raw_user_meta_data;
      return new;
    end if;
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
revoke execute on function workspace_private.token_length, workspace_private.is_provider_log_in, workspace_private.check_metadata from public;

create trigger account_check_metadata
before insert or update of raw_user_meta_data on auth.users
for each row execute function workspace_private.check_metadata();
