-- Every log-in with a provider replaces the name in the user's metadata with the provider's, and boards show that name to others. The name
-- that a user has chosen stays. A log-in with a provider updates the identity first, in the same transaction (supabase/auth,
-- internal/api/external.go); a user who changes the name does not. The name of an account whose address was never confirmed does not stay:
-- anyone could have chosen it.
create function workspace_private.keep_chosen_name() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if coalesce(old.email_confirmed_at, old.phone_confirmed_at) is not null and trim(old.raw_user_meta_data ->> 'name') <> '' and new.raw_user_meta_data ->> 'name' is distinct from old.raw_user_meta_data ->> 'name' and exists (
    select from auth.identities i
    where i.user_id = new.id and i.provider not in ('email', 'phone') and i.xmin = pg_current_xact_id()::xid
      and i.identity_data ->> 'name' = new.raw_user_meta_data ->> 'name'
  ) then
    new.raw_user_meta_data := jsonb_set(new.raw_user_meta_data, '{name}', old.raw_user_meta_data -> 'name');
  end if;
  return new;
end;
$$;

create trigger account_keep_chosen_name
before update of raw_user_meta_data on auth.users
for each row execute function workspace_private.keep_chosen_name();
