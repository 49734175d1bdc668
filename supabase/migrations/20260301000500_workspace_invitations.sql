-- Invitations to boards by email address, whether or not an account has that address.
create table public.workspace_invitations (
  id uuid primary key default gen_random_uuid(),
  board uuid not null references public.workspace_boards (id) on delete cascade,
  email text not null constraint workspace_invitations_email check (char_length(email) <= 254 and email ~ '^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>"]+$'),
  invited_by uuid not null default auth.uid() references public.account_profiles (person) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '14 days',
  constraint workspace_invitations_once unique (board, email)
);
create index workspace_invitations_email on public.workspace_invitations (email);
create index workspace_invitations_invited_by on public.workspace_invitations (invited_by);

-- Normalized as the auth service does it.
create function workspace_private.normalise_invitation() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.email := lower(trim(new.email));
  return new;
end;
$$;

create trigger workspace_invitations_normalise
before insert on public.workspace_invitations
for each row execute function workspace_private.normalise_invitation();

-- The confirmed address of the caller, read from the database because a token can be older than a change of address.
create function workspace_private.my_confirmed_email() returns text
language sql
stable
security definer
set search_path = ''
as $$
  select lower(email) from auth.users where id = (select auth.uid()) and email_confirmed_at is not null;
$$;

alter table public.workspace_invitations enable row level security;
revoke all on public.workspace_invitations from anon, authenticated;
grant select, delete on public.workspace_invitations to authenticated;
grant insert (board, email) on public.workspace_invitations to authenticated;
grant all on public.workspace_invitations to service_role;

create policy workspace_invitations_second_factor on public.workspace_invitations
  as restrictive for all to authenticated
  using ((select workspace_private.session_is_strong_enough()))
  with check ((select workspace_private.session_is_strong_enough()));
create policy workspace_invitations_select on public.workspace_invitations
  for select to authenticated
  using (
    board in (select workspace_private.my_own_boards())
    or email = (select workspace_private.my_confirmed_email())
  );
create policy workspace_invitations_insert on public.workspace_invitations
  for insert to authenticated
  with check (invited_by = (select auth.uid()) and board in (select workspace_private.my_own_boards()));
-- The owner can withdraw an invitation, and the invited user can decline it.
create policy workspace_invitations_delete on public.workspace_invitations
  for delete to authenticated
  using (
    board in (select workspace_private.my_own_boards())
    or email = (select workspace_private.my_confirmed_email())
  );

-- Invites an address, or renews an expired invitation. Runs as the caller, so that the policies
-- apply, and in one transaction, so that a limit that refuses the new invitation keeps the old one.
create function public.workspace_invite(board uuid, email text) returns uuid
language plpgsql
set search_path = ''
as $$
declare
  invitation uuid;
begin
  delete from public.workspace_invitations i
  where i.board = workspace_invite.board and i.email = lower(trim(workspace_invite.email));
  insert into public.workspace_invitations (board, email) values (workspace_invite.board, workspace_invite.email)
  returning id into invitation;
  return invitation;
end;
$$;
revoke execute on function public.workspace_invite from public, anon;
grant execute on function public.workspace_invite to authenticated;

-- Open invitations to the caller, with what an invited user may know about the board.
create function public.workspace_my_invitations()
returns table (board uuid, board_name text, invited_by text, created_at timestamptz, expires_at timestamptz)
language sql
stable
security definer
set search_path = ''
as $$
  select b.id, b.name, p.name, i.created_at, i.expires_at
  from public.workspace_invitations i
  join public.workspace_boards b on b.id = i.board
  join public.account_profiles p on p.person = i.invited_by
  where (select workspace_private.session_is_strong_enough())
    and i.email = (select workspace_private.my_confirmed_email())
    and i.expires_at > now()
  order by i.created_at desc, i.id
$$;
revoke execute on function public.workspace_my_invitations from public, anon;
grant execute on function public.workspace_my_invitations to authenticated;

-- Makes the caller a member if their confirmed address has an invitation. Accepting twice succeeds, so
-- that a client can retry after a lost response.
create function public.workspace_accept_invitation(board uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  expiry timestamptz;
begin
  if not workspace_private.session_is_strong_enough() then
    raise exception 'Log in with your second factor first.' using errcode = '42501';
  end if;
  delete from public.workspace_invitations i
  where i.board = workspace_accept_invitation.board and i.email = (select workspace_private.my_confirmed_email())
  returning i.expires_at into expiry;
  if workspace_accept_invitation.board in (select workspace_private.my_boards()) then
    return;
  end if;
  if expiry is null then
    raise exception 'There is no invitation to this board for your address.'
      using errcode = 'WS022', hint = 'Log in with the address that was invited, or ask the owner to invite this one.';
  end if;
  if expiry <= now() then
    -- The exception undoes the deletion of the invitation too.
    raise exception 'The invitation has expired.' using errcode = 'WS023', hint = 'Ask the owner of the board for a new one.';
  end if;
  insert into public.workspace_members (board, person) values (workspace_accept_invitation.board, (select auth.uid()));
end;
$$;
revoke execute on function public.workspace_accept_invitation from public, anon;
grant execute on function public.workspace_accept_invitation to authenticated;
