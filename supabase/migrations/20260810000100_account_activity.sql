-- What happened to the sign-in of an account, for its owner: triggers write it, `account_activity` reads it, and it is kept for 90 days.
-- The auth service has an audit log, but a project can switch off that it is written to the database, and clients cannot read it.
create table workspace_private.account_activity (
  id bigint generated always as identity primary key,
  person uuid not null references auth.users (id) on delete cascade,
  kind text not null check (
    -- `first-step`: the password or the code of a mail was right, and the code of the second factor is still missing.
    kind in (
      'signed-in', 'first-step', 'wrong-code', 'factor-added', 'factor-removed', 'passkey-added', 'passkey-removed', 'provider-linked',
      'provider-unlinked', 'password-changed', 'email-changed'
    )
  ),
  happened_at timestamptz not null default now(),
  -- The session that started. Without a foreign key, because the event outlives it.
  session uuid,
  user_agent text,
  -- The name of a factor or a passkey, or the provider.
  detail text
);
create index account_activity_person on workspace_private.account_activity (person, happened_at desc);
create index account_activity_session on workspace_private.account_activity (session) where session is not null;
create index account_activity_age on workspace_private.account_activity (happened_at);
alter table workspace_private.account_activity enable row level security;

-- Writes an event, unless its account is being deleted, and removes some expired events of anyone, so that no schedule is needed.
-- Never fails: a log must not stop a log-in.
create function workspace_private.log_activity(person uuid, kind text, session uuid, user_agent text, detail text) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into workspace_private.account_activity (person, kind, session, user_agent, detail)
  select u.id, log_activity.kind, log_activity.session, left(log_activity.user_agent, 500), left(log_activity.detail, 100)
  from auth.users u where u.id = log_activity.person;
  delete from workspace_private.account_activity where id in (
    select a.id from workspace_private.account_activity a
    where a.happened_at < now() - interval '90 days'
    order by a.happened_at limit 20
    for update skip locked
  );
exception when others then
  raise warning 'account_activity could not be written: %', sqlerrm;
end;
$$;
revoke execute on function workspace_private.log_activity from public;

create function workspace_private.log_session() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform workspace_private.log_activity(
      new.user_id,
      case when new.aal::text = 'aal1' and exists (
        select from auth.mfa_factors where user_id = new.user_id and status = 'verified'
      ) then 'first-step' else 'signed-in' end,
      new.id, new.user_agent, null
    );
  else
    update workspace_private.account_activity set kind = 'signed-in' where session = new.id and kind = 'first-step';
  end if;
  return null;
exception when others then
  raise warning 'account_activity could not be written: %', sqlerrm;
  return null;
end;
$$;

create function workspace_private.log_credentials() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- The first confirmation of an address removes the password, which its owner did not set (`confirm_address`).
  if new.encrypted_password is distinct from old.encrypted_password and coalesce(new.encrypted_password, '') <> '' then
    perform workspace_private.log_activity(new.id, 'password-changed', null, null, null);
  end if;
  if new.email is distinct from old.email then
    perform workspace_private.log_activity(new.id, 'email-changed', null, null, null);
  end if;
  return null;
end;
$$;

-- The argument is the kind of the event, without its end.
create function workspace_private.log_factor() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    perform workspace_private.log_activity(old.user_id, tg_argv[0] || '-removed', null, null, old.friendly_name);
  else
    perform workspace_private.log_activity(new.user_id, tg_argv[0] || '-added', null, null, new.friendly_name);
  end if;
  return null;
end;
$$;

create function workspace_private.log_identity() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    perform workspace_private.log_activity(old.user_id, 'provider-unlinked', null, null, old.provider);
  else
    perform workspace_private.log_activity(new.user_id, 'provider-linked', null, null, new.provider);
  end if;
  return null;
end;
$$;

create trigger account_log_linked_provider after insert on auth.identities
for each row when (new.provider not in ('email', 'phone')) execute function workspace_private.log_identity();
create trigger account_log_unlinked_provider after delete on auth.identities
for each row when (old.provider not in ('email', 'phone')) execute function workspace_private.log_identity();
create trigger account_log_session after insert on auth.sessions
for each row execute function workspace_private.log_session();
create trigger account_log_code after update of aal on auth.sessions
for each row when (old.aal::text = 'aal1' and new.aal::text <> 'aal1') execute function workspace_private.log_session();
create trigger account_log_credentials after update of encrypted_password, email on auth.users
for each row when (new.deleted_at is null) execute function workspace_private.log_credentials();

-- Supabase grants `postgres` all privileges on the tables of its auth schema, but its list of tables that may have triggers of a
-- site (supabase.com/changelog/34270) does not name these two. Where they are refused, the log has no events of factors or passkeys.
do $$
begin
  create trigger account_log_added_factor after update of status on auth.mfa_factors
  for each row when (old.status::text <> 'verified' and new.status::text = 'verified') execute function workspace_private.log_factor('factor');
  create trigger account_log_removed_factor after delete on auth.mfa_factors
  for each row when (old.status::text = 'verified') execute function workspace_private.log_factor('factor');
exception when insufficient_privilege then
  raise warning 'Security activity will not contain second factors: this project allows no triggers on auth.mfa_factors.';
end;
$$;
do $$
begin
  create trigger account_log_passkey after insert or delete on auth.webauthn_credentials
  for each row execute function workspace_private.log_factor('passkey');
-- A project whose auth service is older has no such table.
exception when insufficient_privilege or undefined_table then
  raise warning 'Security activity will not contain passkeys: this project has no auth.webauthn_credentials, or allows no triggers on it.';
end;
$$;

-- Writes wrong codes of second factors. The auth service calls it as its hook "MFA verification attempt", on the plans that have it,
-- if the project switches it on (docs/how-to/use-a-hosted-project.md). It leaves the decision to the service.
create function public.account_code_attempt(event jsonb) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not coalesce((event ->> 'valid')::boolean, true) then
    perform workspace_private.log_activity(f.user_id, 'wrong-code', null, null, f.friendly_name)
    from auth.mfa_factors f where f.id = (event ->> 'factor_id')::uuid;
  end if;
  return '{"decision": "continue"}';
exception when others then
  raise warning 'account_activity could not be written: %', sqlerrm;
  return '{"decision": "continue"}';
end;
$$;
revoke execute on function public.account_code_attempt from public, anon, authenticated;
grant usage on schema public to supabase_auth_admin;
grant execute on function public.account_code_attempt to supabase_auth_admin;

-- The events of the signed-in person, the newest first.
create function public.account_activity()
returns table (id bigint, kind text, happened_at timestamptz, user_agent text, detail text)
language sql
stable
security definer
set search_path = ''
as $$
  select a.id, a.kind, a.happened_at, a.user_agent, a.detail
  from workspace_private.account_activity a
  where a.person = (select auth.uid())
    and a.happened_at > now() - interval '90 days'
    and (select workspace_private.session_is_strong_enough())
  order by a.happened_at desc, a.id desc
  limit 100;
$$;
revoke execute on function public.account_activity from public, anon;
grant execute on function public.account_activity to authenticated;
