-- For tests: what only the log and the auth service do.
create function public.age_log(person uuid) returns void language sql security definer as $$
  update workspace_private.account_activity set happened_at = now() - interval '91 days' where person = age_log.person;
$$;
create function public.fill_log(person uuid) returns void language sql security definer as $$
  insert into workspace_private.account_activity (person, kind, happened_at)
  select fill_log.person, 'signed-in', now() + number * interval '1 second' from generate_series(1, 100) number;
$$;
create function public.count_log(person uuid) returns bigint language sql security definer as $$
  select count(*) from workspace_private.account_activity where person = count_log.person;
$$;
create function public.raise_session(session uuid, factor uuid) returns void language sql security definer as $$
  update auth.sessions set aal = 'aal2', factor_id = raise_session.factor where id = raise_session.session;
$$;
create function public.add_identity(person uuid) returns void language sql security definer as $$
  insert into auth.identities (provider_id, user_id, identity_data, provider) values (person::text, person, '{}', 'github');
$$;
create function public.add_passkey(person uuid) returns uuid language sql security definer as $$
  insert into auth.webauthn_credentials (user_id, credential_id, public_key, friendly_name)
  values (person, gen_random_uuid()::text::bytea, '', 'Laptop') returning id;
$$;
