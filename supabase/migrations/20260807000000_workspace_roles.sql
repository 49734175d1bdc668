-- The roles on a board. The owner and editors write. Viewers read everything on the board, and can star and leave it. The owner
-- chooses the role with the invitation, and can change it later.
alter table public.workspace_members drop constraint workspace_members_role;
update public.workspace_members set role = 'editor' where role = 'member';
alter table public.workspace_members
  alter column role set default 'editor',
  add constraint workspace_members_role check (role in ('owner', 'editor', 'viewer'));

-- The condition of everything that writes on a board. Volatile, as `my_boards` is: a note can create its board.
create function workspace_private.my_writable_boards() returns setof uuid
language sql
volatile
security definer
set search_path = ''
as $$
  select m.board
  from public.workspace_members m
  join public.workspace_boards b on b.id = m.board
  where m.person = (select auth.uid()) and m.role <> 'viewer' and b.deleted_at is null;
$$;

drop policy workspace_notes_insert on public.workspace_notes;
create policy workspace_notes_insert on public.workspace_notes
  for insert to authenticated
  with check (
    author = (select auth.uid())
    and board in (select workspace_private.my_writable_boards())
    -- Far below the largest integer, at which the text could not be changed any more.
    and version <= 1000000
  );
drop policy workspace_notes_update on public.workspace_notes;
create policy workspace_notes_update on public.workspace_notes
  for update to authenticated
  using (deleted_at is null and board in (select workspace_private.my_writable_boards()))
  with check (board in (select workspace_private.my_writable_boards()));
drop policy workspace_notes_delete on public.workspace_notes;
create policy workspace_notes_delete on public.workspace_notes
  for delete to authenticated using (deleted_at is null and board in (select workspace_private.my_writable_boards()));

drop policy workspace_attachments_insert on public.workspace_attachments;
create policy workspace_attachments_insert on public.workspace_attachments
  for insert to authenticated
  with check (
    author = (select auth.uid())
    and board in (select workspace_private.my_writable_boards())
    and not workspace_private.is_deleted_note(note)
  );
drop policy workspace_attachments_delete on public.workspace_attachments;
create policy workspace_attachments_delete on public.workspace_attachments
  for delete to authenticated using (deleted_at is null and board in (select workspace_private.my_writable_boards()));

drop policy workspace_files_delete on storage.objects;
create policy workspace_files_delete on storage.objects
  for delete to authenticated
  using (
    bucket_id = 'workspace-files'
    and (select workspace_private.session_is_strong_enough())
    and (storage.foldername(name))[1] in (select board::text from workspace_private.my_writable_boards() board)
    and not workspace_private.has_file_row(name)
  );

-- Uploads ask this, also when an upload that was signed earlier is complete.
create or replace function workspace_private.may_attach(path text, person uuid) returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  parts constant text[] := string_to_array(path, '/');
begin
  -- In canonical form only: the folder is compared as text elsewhere.
  if path !~ '^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/){3}[^/]+$' then
    return false;
  end if;
  return exists (
      select
      from public.workspace_notes n
      join public.workspace_boards b on b.id = n.board
      join public.workspace_members m on m.board = n.board
      where n.board = parts[1]::uuid and n.id = parts[2]::uuid and n.deleted_at is null and b.deleted_at is null
        and m.person = may_attach.person and m.role <> 'viewer'
    )
    -- 20 files of the note and 20 abandoned uploads, and at most 60 deleted files: nothing is added beside more than 40.
    and (
      select count(*) filter (where not workspace_private.is_deleted_file(o.name)) < 40 and count(*) < 100
      from storage.objects o
      where o.bucket_id = 'workspace-files' and o.name like parts[1] || '/' || parts[2] || '/%' and o.owner_id = may_attach.person::text
    );
end;
$$;

-- Viewers take part in presence, and send no messages.
create function workspace_private.topic_is_writable() returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select from public.workspace_channels c
    where c.board in (select workspace_private.my_writable_boards()) and 'workspace:board:' || c.channel = (select realtime.topic())
  );
$$;
drop policy workspace_channels_insert on realtime.messages;
create policy workspace_channels_insert on realtime.messages
  for insert to authenticated
  with check (
    (select workspace_private.topic_is_mine())
    and (extension = 'presence' or extension = 'broadcast' and (select workspace_private.topic_is_writable()))
  );

create or replace function public.workspace_move_note(note uuid, after uuid default null) returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  its_board uuid;
  low text;
  high text;
  place text;
begin
  select n.board into its_board from public.workspace_notes n
  where n.id = note and n.deleted_at is null
    and n.board in (select workspace_private.my_boards()) and workspace_private.session_is_strong_enough();
  if not found then
    raise exception 'Your boards have no note with this id.' using errcode = 'WS021', hint = 'It may have been deleted. Reload the board.';
  end if;
  if its_board not in (select workspace_private.my_writable_boards()) then
    raise exception 'Viewers of a board cannot move its notes.' using errcode = '42501', hint = 'Ask the owner of the board to make you an editor.';
  end if;
  perform from public.workspace_boards where id = its_board for no key update;
  for attempt in 1..2 loop
    low := null;
    if after is not null then
      select n.position into low from public.workspace_notes n
      where n.id = after and n.board = its_board and n.id <> note and n.deleted_at is null;
      if not found then
        raise exception 'This board has no note with the id in `after`.' using errcode = 'WS021', hint = 'It may have been deleted. Reload the board.';
      end if;
    end if;
    select min(n.position) into high from public.workspace_notes n
    where n.board = its_board and n.id <> note and (low is null or n.position > low);
    place := workspace_private.position_between(low, high);
    exit when char_length(place) <= 60;
    perform workspace_private.space_notes(its_board);
  end loop;
  update public.workspace_notes n set position = place where n.id = note;
  return place;
end;
$$;

-- Restores what was deleted: a board for its owner, a note and a file for those who write on their board. Returns whether it exists
-- now, so that a call whose answer was lost can be repeated. False after 30 days, or if the caller may not restore it.
create or replace function public.workspace_restore(kind text, id uuid) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  oldest constant timestamptz := workspace_private.oldest_restorable();
  parent uuid;
begin
  if not workspace_private.session_is_strong_enough() then
    raise exception 'Log in with your second factor first.' using errcode = '42501';
  end if;
  -- Each branch locks what its limit is of, as adding one does.
  case kind
    when 'board' then
      select p.person into parent from public.account_profiles p where p.person = (select auth.uid()) for no key update;
      update public.workspace_boards b set deleted_at = null
      where b.id = workspace_restore.id and b.owner = parent and b.deleted_at > oldest;
      if found then
        perform workspace_private.require_room_for_boards(array[parent]);
      end if;
      return exists (select from public.workspace_boards b where b.id = workspace_restore.id and b.owner = parent and b.deleted_at is null);
    when 'note' then
      select b.id into parent from public.workspace_boards b
      where b.id = (select n.board from public.workspace_notes n where n.id = workspace_restore.id)
        and b.id in (select workspace_private.my_writable_boards())
      for no key update;
      update public.workspace_notes n set deleted_at = null
      where n.id = workspace_restore.id and n.board = parent and n.deleted_at > oldest;
      if found then
        perform workspace_private.require_room_for_notes(array[parent]);
      end if;
      return exists (select from public.workspace_notes n where n.id = workspace_restore.id and n.board = parent and n.deleted_at is null);
    when 'file' then
      select n.id into parent from public.workspace_notes n
      where n.id = (select a.note from public.workspace_attachments a where a.id = workspace_restore.id)
        and n.deleted_at is null and n.board in (select workspace_private.my_writable_boards())
      for no key update;
      update public.workspace_attachments a set deleted_at = null
      where a.id = workspace_restore.id and a.note = parent and a.deleted_at > oldest;
      if found then
        perform workspace_private.require_room_for_files(array[parent]);
      end if;
      return exists (select from public.workspace_attachments a where a.id = workspace_restore.id and a.note = parent and a.deleted_at is null);
    else
      raise exception 'Only a board, a note or a file can be restored.' using errcode = '22023';
  end case;
end;
$$;

-- The owner changes the role of others. Boards are handed over with `workspace_hand_over_board`.
grant update (role) on public.workspace_members to authenticated;
create policy workspace_members_update on public.workspace_members
  for update to authenticated
  using (role <> 'owner' and board in (select workspace_private.my_own_boards()))
  with check (role <> 'owner' and board in (select workspace_private.my_own_boards()));
-- Editors and viewers can leave, and the owner can remove them. An owner hands the board over before leaving.
drop policy workspace_members_delete on public.workspace_members;
create policy workspace_members_delete on public.workspace_members
  for delete to authenticated
  using (
    role <> 'owner'
    and (person = (select auth.uid()) or board in (select workspace_private.my_own_boards()))
  );

create or replace function workspace_private.enlist_owner() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    update public.workspace_members set role = 'editor' where board = new.id and role = 'owner';
  end if;
  insert into public.workspace_members (board, person, role) values (new.id, new.owner, 'owner')
  on conflict (board, person) do update set role = 'owner';
  return null;
end;
$$;

-- A shared board passes to the editor who joined first or, without editors, to the viewer who did.
create or replace function workspace_private.pass_boards_on() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.workspace_boards b
  set owner = heir.person
  from (
    select distinct on (m.board) m.board, m.person
    from public.workspace_members m
    -- What its owner deleted goes with them.
    where m.board in (select id from public.workspace_boards where owner = old.person and deleted_at is null) and m.person <> old.person
    order by m.board, m.role = 'viewer', m.joined_at, m.person
  ) heir
  where b.id = heir.board;
  return old;
end;
$$;

-- The last message on the old channel of each board: a page that hears it reads the board again, and finds the new channel, or no
-- board.
create function workspace_private.change_channels(boards uuid[]) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- In one order, so that two statements never wait for each other.
  perform from public.workspace_channels where board = any (boards) order by board for update;
  perform workspace_private.tell_board(board, 'members', '{}') from unnest(boards) board;
  update public.workspace_channels set channel = gen_random_uuid() where board = any (boards);
end;
$$;
revoke execute on function workspace_private.change_channels from public;

create or replace function workspace_private.tell_departures() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform workspace_private.change_channels(array(select distinct board from gone));
  return null;
end;
$$;

-- Joining a channel decides whether its member may send, so a board also gets another channel when a member becomes a viewer, or
-- stops being one. This announces the new role as well.
create function workspace_private.tell_roles() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform workspace_private.change_channels(array(
    select distinct changed.board
    from changed
    join earlier using (board, person)
    where (changed.role = 'viewer') <> (earlier.role = 'viewer')
  ));
  return null;
end;
$$;
create trigger workspace_tell_roles after update on public.workspace_members
referencing old table as earlier new table as changed for each statement execute function workspace_private.tell_roles();

-- Invitations name the role that accepting them gives.
alter table public.workspace_invitations
  add column role text not null default 'editor' constraint workspace_invitations_role check (role in ('editor', 'viewer'));
grant insert (role) on public.workspace_invitations to authenticated;

drop function public.workspace_invite(uuid, text);
-- Invites an address, or replaces its invitation. Runs as the caller, so that the policies apply, and in one transaction, so that a
-- limit that refuses the new invitation keeps the old one.
create function public.workspace_invite(board uuid, email text, role text default 'editor') returns uuid
language plpgsql
set search_path = ''
as $$
declare
  invitation uuid;
begin
  delete from public.workspace_invitations i
  where i.board = workspace_invite.board and i.email = lower(trim(workspace_invite.email));
  insert into public.workspace_invitations (board, email, role)
  values (workspace_invite.board, workspace_invite.email, workspace_invite.role)
  returning id into invitation;
  return invitation;
end;
$$;
revoke execute on function public.workspace_invite from public, anon;
grant execute on function public.workspace_invite to authenticated;

drop function public.workspace_my_invitations();
create function public.workspace_my_invitations()
returns table (board uuid, board_name text, invited_by text, role text, created_at timestamptz, expires_at timestamptz)
language sql
stable
security definer
set search_path = ''
as $$
  select b.id, b.name, p.name, i.role, i.created_at, i.expires_at
  from public.workspace_invitations i
  join public.workspace_boards b on b.id = i.board
  join public.account_profiles p on p.person = i.invited_by
  where (select workspace_private.session_is_strong_enough())
    and i.email = (select workspace_private.my_confirmed_email())
    and i.expires_at > now()
    and b.deleted_at is null
  order by i.created_at desc, i.id
$$;
revoke execute on function public.workspace_my_invitations from public, anon;
grant execute on function public.workspace_my_invitations to authenticated;

create or replace function public.workspace_accept_invitation(board uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  expiry timestamptz;
  given_role text;
begin
  if not workspace_private.session_is_strong_enough() then
    raise exception 'Log in with your second factor first.' using errcode = '42501';
  end if;
  delete from public.workspace_invitations i
  where i.board = workspace_accept_invitation.board and i.email = (select workspace_private.my_confirmed_email())
    and not workspace_private.is_deleted_board(i.board)
  returning i.expires_at, i.role into expiry, given_role;
  -- Members keep their role: only the owner changes it.
  if workspace_accept_invitation.board in (select workspace_private.my_boards()) then
    return;
  end if;
  if expiry is null then
    raise exception 'There is no invitation to this board for your address.'
      using errcode = 'WS022', hint = 'Log in with the address that was invited, or ask the owner to invite this one.';
  end if;
  if expiry <= now() then
    -- The exception undoes the deletion as well.
    raise exception 'The invitation has expired.' using errcode = 'WS023', hint = 'Ask the owner of the board for a new one.';
  end if;
  insert into public.workspace_members (board, person, role) values (workspace_accept_invitation.board, (select auth.uid()), given_role);
end;
$$;
