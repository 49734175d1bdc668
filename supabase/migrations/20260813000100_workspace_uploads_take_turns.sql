-- Uploads that ended at the same time did not count each other, so that a person could store far more files than their limit. Now
-- those to a note wait for each other, as do those of pictures of a person.
create or replace function workspace_private.require_owner_may_store() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if new.bucket_id = 'workspace-files' then
    perform from public.workspace_notes n where n.id = workspace_private.note_of_file(new.name) for no key update;
  else
    perform from public.account_profiles p where p.person = new.owner_id::uuid for no key update;
  end if;
  if not (
    case new.bucket_id
      when 'workspace-files' then workspace_private.may_attach(new.name, new.owner_id::uuid)
      else workspace_private.may_store_avatar(new.name, new.owner_id::uuid)
    end
  ) then
    -- The error of a policy, which the storage service turns into a refusal.
    raise exception 'new row violates row-level security policy for table "objects"' using errcode = '42501';
  end if;
  return new;
end;
$$;
