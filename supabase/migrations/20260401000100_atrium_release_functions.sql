-- The API of the release store. Each function is one transaction. The functions are in `public` because that
-- schema is exposed; only the secret key may run them. They return one JSON value instead of rows, because
-- the Data API can limit the number of rows.

-- The registry, without its document if the caller has this revision already. Null if the row is missing.
create function public.atrium_read_registry(known text default null) returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'fingerprint', fingerprint,
    'revision', revision,
    'document', case when fingerprint is distinct from known then document end
  )
  from atrium.registry, lateral (select revision || '-' || md5(coalesce(document::text, '')) as fingerprint) mark;
$$;

-- Moves pointers if the registry is at the given revision: writes the new document and its log entry in one transaction.
-- `needed` lists the releases that must be stored for it: [{name, release}].
create function public.atrium_move(expected bigint, new_document jsonb, new_entry jsonb, needed jsonb) returns text
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform from atrium.registry where revision = expected for update;
  if not found then
    return 'clash';
  end if;
  if exists (
    select from jsonb_to_recordset(needed) as pointer (name text, release text)
    where not exists (
      select from atrium.releases stored where stored.name = pointer.name and stored.release = pointer.release
    )
  ) then
    return 'not-stored';
  end if;
  -- The log can have this revision already if the registry was restored from an older backup. The new entry replaces it.
  insert into atrium.log (revision, name, entry) values (expected + 1, new_entry ->> 'name', new_entry)
  on conflict (revision) do update set name = excluded.name, entry = excluded.entry;
  update atrium.registry set revision = expected + 1, document = new_document, changed_at = now() where revision = expected;
  return 'moved';
end;
$$;

-- Log entries below a revision, newest first.
create function public.atrium_read_log(remote text, below bigint, most integer) returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(entry order by revision desc), '[]')
  from (
    select revision, entry from atrium.log
    where revision <= (select revision from atrium.registry)
      and (remote is null or name = remote)
      and (below is null or revision < below)
    order by revision desc
    limit most
  ) wanted;
$$;

-- Announces files before they are uploaded, so that cleanup finds them if the upload is interrupted.
create function public.atrium_begin_upload(new_upload uuid, new_keys text[]) returns void
language sql
security definer
set search_path = ''
as $$
  insert into atrium.uploads (id, keys) values (new_upload, new_keys);
$$;

-- Stores a release whose files are uploaded. Without an upload, only resets the age of a stored release. A passed
-- smoke test replaces a missing one.
create function public.atrium_put_release(
  remote text, id text, new_manifest text, new_inspection jsonb, new_trial jsonb, new_upload uuid, new_copies jsonb, new_bytes bigint
) returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  stored atrium.releases;
begin
  if new_upload is not null then
    insert into atrium.releases (name, release, manifest, inspection, trial, upload, copies, bytes)
    values (remote, id, new_manifest, new_inspection, new_trial, new_upload, new_copies, new_bytes)
    on conflict (name, release) do nothing;
    if found then
      return 'stored';
    end if;
  end if;
  select * into stored from atrium.releases where name = remote and release = id for update;
  if not found then
    return 'absent';
  end if;
  if stored.manifest <> new_manifest then
    return 'conflict';
  end if;
  update atrium.releases set
    stored_at = now(),
    inspection = new_inspection,
    trial = case when (new_trial ->> 'passed')::boolean and not (stored.trial ->> 'passed')::boolean then new_trial else trial end
  where name = remote and release = id;
  return 'already-there';
end;
$$;

create function public.atrium_read_release(remote text, id text) returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object('manifest', manifest, 'inspection', inspection, 'trial', trial, 'upload', upload, 'copies', copies)
  from atrium.releases where name = remote and release = id;
$$;

-- Every release with the seconds since it was stored.
create function public.atrium_list_releases() returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object('name', name, 'release', release, 'bytes', bytes, 'age', extract(epoch from now() - stored_at))
      order by name, release
    ),
    '[]'
  )
  from atrium.releases;
$$;

-- Removes a release that no pointer needs at the given revision of the registry and that is older than the given seconds. Marks its
-- files as abandoned.
create function public.atrium_remove_release(remote text, id text, expected bigint, older_than double precision) returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  left_behind uuid;
begin
  perform from atrium.registry where revision = expected for update;
  if not found then
    return 'clash';
  end if;
  delete from atrium.releases
  where name = remote and release = id and extract(epoch from now() - stored_at) > older_than
  returning upload into left_behind;
  if left_behind is null then
    return 'kept';
  end if;
  update atrium.uploads set abandoned = true where uploads.id = left_behind;
  return 'removed';
end;
$$;

-- Uploads that belong to no release: those of removed releases, and those interrupted an hour ago or earlier.
create function public.atrium_abandoned_uploads() returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('upload', id, 'keys', keys)), '[]')
  from atrium.uploads
  where (abandoned or began_at < now() - interval '1 hour')
    and not exists (select from atrium.releases where upload = uploads.id);
$$;

create function public.atrium_forget_upload(upload_id uuid) returns void
language sql
security definer
set search_path = ''
as $$
  delete from atrium.uploads where id = upload_id;
$$;

create function public.atrium_list_teams() returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'team', team,
        'remotes', remotes,
        'tokens', (
          select coalesce(
            jsonb_agg(jsonb_build_object('id', id, 'created', created, 'expires', expires) order by created, id), '[]'
          )
          from atrium.team_tokens where team_tokens.team = teams.team
        )
      )
    ),
    '[]'
  )
  from atrium.teams;
$$;

-- Adds a token to a team, and sets what the team may release if that is given. False for a new team without remotes.
create function public.atrium_create_token(
  of_team text, new_remotes text[], token text, new_hash text, made timestamptz, until timestamptz
) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  if new_remotes is not null then
    insert into atrium.teams (team, remotes) values (of_team, new_remotes)
    on conflict (team) do update set remotes = excluded.remotes;
  elsif not exists (select from atrium.teams where team = of_team) then
    return false;
  end if;
  insert into atrium.team_tokens (id, team, hash, created, expires) values (token, of_team, new_hash, made, until);
  return true;
end;
$$;

create function public.atrium_revoke_token(token text) returns boolean
language sql
security definer
set search_path = ''
as $$
  with gone as (delete from atrium.team_tokens where id = token returning id)
  select exists (select from gone);
$$;

-- The stored data of a token, and its team.
create function public.atrium_find_token(token text) returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object('team', team, 'remotes', remotes, 'hash', hash, 'expires', expires)
  from atrium.team_tokens join atrium.teams using (team) where id = token;
$$;

-- Hosted projects grant execute on new functions in `public` to every role. This revokes it.
do $$
declare
  found_function regprocedure;
begin
  for found_function in
    select oid::regprocedure from pg_proc where pronamespace = 'public'::regnamespace and proname like 'atrium\_%'
  loop
    execute format('revoke all on function %s from public, anon, authenticated', found_function);
    execute format('grant execute on function %s to service_role', found_function);
  end loop;
end;
$$;
