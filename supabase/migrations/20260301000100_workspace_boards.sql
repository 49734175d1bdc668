-- Boards and their members. A board without members other than its owner is private.
create table public.workspace_boards (
  id uuid primary key default gen_random_uuid(),
  owner uuid not null default auth.uid() references public.account_profiles (person) on delete cascade,
  name text not null constraint workspace_boards_name_length check (char_length(trim(name)) between 1 and 100 and char_length(name) <= 100),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index workspace_boards_owner on public.workspace_boards (owner, created_at, id);

create trigger workspace_boards_touch
before update on public.workspace_boards
for each row execute function workspace_private.touch();

create table public.workspace_members (
  board uuid not null references public.workspace_boards (id) on delete cascade,
  person uuid not null references public.account_profiles (person) on delete cascade,
  role text not null default 'member' constraint workspace_members_role check (role in ('owner', 'member')),
  joined_at timestamptz not null default now(),
  primary key (board, person)
);
create index workspace_members_person on public.workspace_members (person);
-- workspace_boards stores the owner. This trigger keeps the list of members consistent with it.
create unique index workspace_members_one_owner on public.workspace_members (board) where role = 'owner';

create function workspace_private.enlist_owner() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    update public.workspace_members set role = 'member' where board = new.id and role = 'owner';
  end if;
  insert into public.workspace_members (board, person, role) values (new.id, new.owner, 'owner')
  on conflict (board, person) do update set role = 'owner';
  return null;
end;
$$;

create trigger workspace_boards_enlist_owner
after insert on public.workspace_boards
for each row execute function workspace_private.enlist_owner();
create trigger workspace_boards_enlist_new_owner
after update of owner on public.workspace_boards
for each row when (old.owner is distinct from new.owner) execute function workspace_private.enlist_owner();

-- Touches the row of the board when its members change, because Realtime publishes boards but not members
-- (see 20260301000800_workspace_realtime.sql).
create function workspace_private.touch_boards() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Locks in a fixed order, so that two statements cannot deadlock.
  perform from public.workspace_boards where id in (select board from changed) order by id for no key update;
  -- Skips boards that this transaction created or changed: their rows are published already.
  update public.workspace_boards set updated_at = now() where id in (select board from changed) and updated_at <> now();
  return null;
end;
$$;

create trigger workspace_touch_boards_joined after insert on public.workspace_members
referencing new table as changed for each statement execute function workspace_private.touch_boards();
create trigger workspace_touch_boards_left after delete on public.workspace_members
referencing old table as changed for each statement execute function workspace_private.touch_boards();

-- Functions for policies, evaluated once per statement. They run as the owner of the database, so that policies do not recurse.
-- Volatile, because a stable function would not see a board that the same statement created (see `first_board`).
create function workspace_private.my_boards() returns setof uuid
language sql
volatile
security definer
set search_path = ''
as $$
  select board from public.workspace_members where person = (select auth.uid());
$$;

create function workspace_private.my_own_boards() returns setof uuid
language sql
stable
security definer
set search_path = ''
as $$
  select id from public.workspace_boards where owner = (select auth.uid());
$$;

-- The user, and everyone who shares a board with the user.
create function workspace_private.my_circle() returns setof uuid
language sql
stable
security definer
set search_path = ''
as $$
  select (select auth.uid())
  union
  select other.person
  from public.workspace_members mine
  join public.workspace_members other on other.board = mine.board
  where mine.person = (select auth.uid());
$$;

alter table public.workspace_boards enable row level security;
revoke all on public.workspace_boards from anon, authenticated;
grant select, delete on public.workspace_boards to authenticated;
grant insert (id, name) on public.workspace_boards to authenticated;
grant update (name) on public.workspace_boards to authenticated;
grant all on public.workspace_boards to service_role;

create policy workspace_boards_second_factor on public.workspace_boards
  as restrictive for all to authenticated
  using ((select workspace_private.session_is_strong_enough()))
  with check ((select workspace_private.session_is_strong_enough()));
-- Checks the owner column too, because a new board is returned before its owner becomes a member.
create policy workspace_boards_select on public.workspace_boards
  for select to authenticated
  using (owner = (select auth.uid()) or id in (select workspace_private.my_boards()));
create policy workspace_boards_insert on public.workspace_boards
  for insert to authenticated with check (owner = (select auth.uid()));
create policy workspace_boards_update on public.workspace_boards
  for update to authenticated using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
create policy workspace_boards_delete on public.workspace_boards
  for delete to authenticated using (owner = (select auth.uid()));

alter table public.workspace_members enable row level security;
revoke all on public.workspace_members from anon, authenticated;
grant select, delete on public.workspace_members to authenticated;
grant all on public.workspace_members to service_role;

create policy workspace_members_second_factor on public.workspace_members
  as restrictive for all to authenticated
  using ((select workspace_private.session_is_strong_enough()))
  with check ((select workspace_private.session_is_strong_enough()));
create policy workspace_members_select on public.workspace_members
  for select to authenticated using (board in (select workspace_private.my_boards()));
-- Members can leave, and the owner can remove members. An owner hands the board over before leaving.
create policy workspace_members_delete on public.workspace_members
  for delete to authenticated
  using (
    role = 'member'
    and (person = (select auth.uid()) or board in (select workspace_private.my_own_boards()))
  );

create policy account_profiles_select on public.account_profiles
  for select to authenticated using (person in (select workspace_private.my_circle()));

-- Makes a member the owner. The previous owner stays on the board as a member.
create function public.workspace_hand_over_board(board uuid, person uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not workspace_private.session_is_strong_enough()
    or workspace_hand_over_board.board not in (select workspace_private.my_own_boards())
  then
    raise exception 'Only the owner can hand a board over.' using errcode = '42501';
  end if;
  update public.workspace_boards b set owner = workspace_hand_over_board.person
  where b.id = workspace_hand_over_board.board and exists (
    select from public.workspace_members m where m.board = b.id and m.person = workspace_hand_over_board.person
  );
  if not found then
    raise exception 'That person is not on the board.'
      using errcode = 'WS020', hint = 'Invite them first; hand the board over once they have accepted.';
  end if;
end;
$$;
revoke execute on function public.workspace_hand_over_board from public, anon;
grant execute on function public.workspace_hand_over_board to authenticated;

-- When an owner deletes their account, a shared board passes to the member who joined first. Other boards are deleted.
create function workspace_private.pass_boards_on() returns trigger
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
    where m.board in (select id from public.workspace_boards where owner = old.person) and m.person <> old.person
    order by m.board, m.joined_at, m.person
  ) heir
  where b.id = heir.board;
  return old;
end;
$$;

create trigger workspace_pass_boards_on
before delete on public.account_profiles
for each row execute function workspace_private.pass_boards_on();
