-- Anyone can register an address of someone else, with a password and a name of their choice. The auth service keeps both
-- when the owner confirms the address later (supabase/auth, internal/api/verify.go). So the first confirmation by mail
-- clears what was set before it, unless the browser that registered vouches for it with a secret. Only that browser
-- has the secret; the account carries its hash (`registered_with`).
create table workspace_private.address_confirmations (
  person uuid primary key references auth.users (id) on delete cascade,
  -- The token of the mailed link that the registering browser vouched for.
  vouched_token text,
  -- How often a browser with the account's secret has vouched, with the right token or a wrong one.
  vouches integer not null default 0,
  -- The address that was confirmed by mail. Null until then.
  email text,
  vouched boolean,
  -- The transaction that confirmed it.
  confirmed_in xid8
);
alter table workspace_private.address_confirmations enable row level security;

-- For the registering browser, right before it redeems the link of `token_hash`. Returns whether it vouched: the account of the
-- address was registered with the secret, and this is its link.
-- The token is a hash of the address and a code of six digits (supabase/auth, internal/crypto), so the registering browser could
-- try all codes. An account can therefore be vouched for ten times in all. Only tries with its secret count, so that other users
-- cannot use them up.
create function public.account_vouch(email text, token_hash text, secret text) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  account auth.users;
  tries integer;
begin
  select * into account from auth.users u
  where u.email = lower(account_vouch.email) and not u.is_sso_user and u.email_confirmed_at is null
    and u.raw_user_meta_data ->> 'registered_with' = encode(sha256(convert_to(account_vouch.secret, 'UTF8')), 'hex');
  if not found then
    return false;
  end if;
  insert into workspace_private.address_confirmations as known (person, vouches) values (account.id, 1)
  on conflict (person) do update set vouches = known.vouches + 1
  returning vouches into tries;
  if tries > 10 or account.confirmation_token = '' or account.confirmation_token is distinct from account_vouch.token_hash then
    return false;
  end if;
  update workspace_private.address_confirmations set vouched_token = account_vouch.token_hash where person = account.id;
  return true;
end;
$$;
revoke execute on function public.account_vouch from public;
grant execute on function public.account_vouch to anon, authenticated;

-- The address that the signed-in person confirmed by a mailed link when the account was new. Null for an address that was
-- never mailed to, and for one that the account changed to later.
create function public.account_confirmed_address() returns text
language sql
stable
security definer
set search_path = ''
as $$
  select u.email
  from workspace_private.address_confirmations c
  join auth.users u on u.id = c.person and u.email = c.email
  where c.person = (select auth.uid());
$$;
revoke execute on function public.account_confirmed_address from public, anon;
grant execute on function public.account_confirmed_address to authenticated;

create function workspace_private.confirm_address() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  confirmation workspace_private.address_confirmations;
begin
  -- It can vouch for nothing once the address is confirmed.
  new.raw_user_meta_data := new.raw_user_meta_data - 'registered_with';
  if old.email_confirmed_at is null and new.email_confirmed_at is not null
    -- A project that confirms without a mail sends none before.
    and coalesce(old.confirmation_sent_at, old.invited_at, old.recovery_sent_at) is not null
    -- Where another provider confirms the address, the service removes this identity and the password itself.
    and exists (select from auth.identities where user_id = new.id and provider = 'email')
  then
    insert into workspace_private.address_confirmations as known (person, email, vouched, confirmed_in)
    values (new.id, new.email, false, pg_current_xact_id())
    on conflict (person) do update
    set email = excluded.email,
      vouched = coalesce(known.vouched_token = nullif(old.confirmation_token, ''), false),
      confirmed_in = excluded.confirmed_in
    returning * into confirmation;
    if not confirmation.vouched then
      delete from auth.sessions where user_id = new.id;
      delete from auth.mfa_factors where user_id = new.id;
      delete from auth.identities where user_id = new.id and provider <> 'email';
      update public.account_profiles set name = '' where person = new.id;
    end if;
  else
    -- The service writes the metadata that it read before once more after it has confirmed the address.
    select * into confirmation from workspace_private.address_confirmations
    where person = new.id and confirmed_in = pg_current_xact_id();
    if not found then
      return new;
    end if;
  end if;
  if confirmation.vouched then
    return new;
  end if;
  new.encrypted_password := null;
  new.raw_user_meta_data := jsonb_build_object(
    'sub', new.id, 'email', new.email, 'email_verified', true, 'phone_verified', false,
    -- Pages ask for a password while an account carries this.
    'needs_password', true
  );
  -- An account that an invitation made speaks the inviter's language until its owner chooses one.
  if old.invited_at is not null and old.raw_user_meta_data ->> 'language' ~ '^[a-z]{2,3}$' then
    new.raw_user_meta_data := new.raw_user_meta_data || jsonb_build_object('language', old.raw_user_meta_data ->> 'language');
  end if;
  new.phone := case when new.phone_confirmed_at is not null then new.phone end;
  new.phone_change := '';
  new.phone_change_token := '';
  new.email_change := '';
  new.email_change_token_new := '';
  new.email_change_token_current := '';
  return new;
end;
$$;

create trigger account_confirm_address
before update of email_confirmed_at, raw_user_meta_data, encrypted_password on auth.users
for each row when (new.email_confirmed_at is not null)
execute function workspace_private.confirm_address();
