-- The public part of an account: its name and the path of its picture. Tables of the workspace refer to it instead of
-- auth.users, so that the Data API can embed it.
create table public.account_profiles (
  person uuid primary key references auth.users (id) on delete cascade,
  name text not null default '' constraint account_profiles_name_length check (char_length(name) <= 100),
  -- In the bucket account-avatars. Each user has a folder there.
  avatar_path text constraint account_profiles_avatar_path check (
    char_length(avatar_path) <= 300 and starts_with(avatar_path, person::text || '/')
  ),
  updated_at timestamptz not null default now()
);

create function workspace_private.touch() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end;
$$;

create trigger account_profiles_touch
before update on public.account_profiles
for each row execute function workspace_private.touch();

-- The auth service stores the name, and clients can send it in any form. A malformed name must not stop a registration.
create function workspace_private.keep_profile() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into public.account_profiles (person, name)
  values (new.id, left(trim(coalesce(new.raw_user_meta_data ->> 'name', '')), 100))
  on conflict (person) do update set name = excluded.name where account_profiles.name <> excluded.name;
  return null;
end;
$$;

create trigger account_keep_profile
after insert or update of raw_user_meta_data on auth.users
for each row execute function workspace_private.keep_profile();

insert into public.account_profiles (person, name)
select id, left(trim(coalesce(raw_user_meta_data ->> 'name', '')), 100) from auth.users;

-- Every policy checks this: the token of a deleted or banned user stays valid until it expires.
create or replace function workspace_private.session_is_strong_enough() returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
      select from auth.users
      where id = (select auth.uid()) and deleted_at is null and (banned_until is null or banned_until < now())
    )
    and (
      (select auth.jwt()) ->> 'aal' = 'aal2'
      or not exists (
        select from auth.mfa_factors where user_id = (select auth.uid()) and status = 'verified'
      )
    );
$$;

alter table public.account_profiles enable row level security;
revoke all on public.account_profiles from anon, authenticated;
grant select on public.account_profiles to authenticated;
-- Users change their name at the auth service, and the trigger above copies it.
grant update (avatar_path) on public.account_profiles to authenticated;
grant all on public.account_profiles to service_role;
grant usage on schema workspace_private to service_role;

create policy account_profiles_second_factor on public.account_profiles
  as restrictive for all to authenticated
  using ((select workspace_private.session_is_strong_enough()))
  with check ((select workspace_private.session_is_strong_enough()));
create policy account_profiles_update on public.account_profiles
  for update to authenticated using (person = (select auth.uid())) with check (person = (select auth.uid()));
