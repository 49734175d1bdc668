-- Limits that protect the service. Each is checked after the whole statement, once per affected board or user, and
-- under a lock, so that concurrent statements cannot both take the last place.

-- When a user sent invitations. Accepted, declined and withdrawn invitations are deleted, but their mails were sent.
create table workspace_private.invitations_made (
  person uuid not null references public.account_profiles (person) on delete cascade,
  made_at timestamptz not null default now()
);
alter table workspace_private.invitations_made enable row level security;
create index invitations_made_person on workspace_private.invitations_made (person, made_at);

create function workspace_private.limit_boards() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform from public.account_profiles where person in (select owner from added) order by person for no key update;
  if exists (
    select from public.workspace_boards where owner in (select owner from added) group by owner having count(*) > 100
  ) then
    raise exception 'A person can have 100 boards of their own.'
      using errcode = 'WS001', hint = 'Delete a board that is no longer needed, then try again.';
  end if;
  return null;
end;
$$;
create trigger workspace_limit_boards after insert on public.workspace_boards
referencing new table as added for each statement execute function workspace_private.limit_boards();

create function workspace_private.limit_members() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform from public.workspace_boards where id in (select board from added) order by id for no key update;
  if exists (
    select from public.workspace_members where board in (select board from added) group by board having count(*) > 50
  ) then
    raise exception 'A board can have 50 members.'
      using errcode = 'WS002', hint = 'Ask the owner of the board to remove somebody, then try again.';
  end if;
  return null;
end;
$$;
create trigger workspace_limit_members after insert on public.workspace_members
referencing new table as added for each statement execute function workspace_private.limit_members();

create function workspace_private.limit_notes() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- `place_note` has locked the boards.
  if exists (
    select from public.workspace_notes where board in (select board from added) group by board having count(*) > 20000
  ) then
    raise exception 'A board can hold 20000 notes.'
      using errcode = 'WS003', hint = 'Delete notes that are done, or begin another board.';
  end if;
  return null;
end;
$$;
create trigger workspace_limit_notes after insert on public.workspace_notes
referencing new table as added for each statement execute function workspace_private.limit_notes();

create function workspace_private.limit_attachments() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform from public.workspace_notes where id in (select note from added) order by id for no key update;
  if exists (
    select from public.workspace_attachments where note in (select note from added) group by note having count(*) > 20
  ) then
    raise exception 'A note can have 20 files.'
      using errcode = 'WS004', hint = 'Remove a file that is no longer needed, then try again.';
  end if;
  return null;
end;
$$;
create trigger workspace_limit_attachments after insert on public.workspace_attachments
referencing new table as added for each statement execute function workspace_private.limit_attachments();

create function workspace_private.limit_invitations() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform from public.account_profiles where person in (select invited_by from added) order by person for no key update;
  perform from public.workspace_boards where id in (select board from added) order by id for no key update;
  if exists (
    select from public.workspace_invitations
    where board in (select board from added) and expires_at > now() group by board having count(*) > 50
  ) then
    raise exception 'A board can have 50 open invitations.'
      using errcode = 'WS005', hint = 'Take one back that nobody has accepted, then try again.';
  end if;
  -- Limits apply to users, not to the secret key.
  delete from workspace_private.invitations_made where person = (select auth.uid()) and made_at <= now() - interval '1 hour';
  insert into workspace_private.invitations_made (person)
  select invited_by from added where invited_by = (select auth.uid());
  if (select count(*) from workspace_private.invitations_made where person = (select auth.uid())) > 20 then
    raise exception 'A person can invite 20 people an hour.' using errcode = 'WS006', hint = 'Try again in an hour.';
  end if;
  return null;
end;
$$;
create trigger workspace_limit_invitations after insert on public.workspace_invitations
referencing new table as added for each statement execute function workspace_private.limit_invitations();
