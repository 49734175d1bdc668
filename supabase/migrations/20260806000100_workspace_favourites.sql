-- The boards that a person has starred. The foreign key ends a star with the membership.
create table public.workspace_favourites (
  person uuid not null default auth.uid(),
  board uuid not null,
  created_at timestamptz not null default now(),
  primary key (person, board),
  foreign key (board, person) references public.workspace_members (board, person) on delete cascade
);

alter table public.workspace_favourites enable row level security;
revoke all on public.workspace_favourites from anon, authenticated;
grant select, delete on public.workspace_favourites to authenticated;
grant insert (board) on public.workspace_favourites to authenticated;
grant all on public.workspace_favourites to service_role;

create policy workspace_favourites_second_factor on public.workspace_favourites
  as restrictive for all to authenticated
  using ((select workspace_private.session_is_strong_enough()))
  with check ((select workspace_private.session_is_strong_enough()));
-- A star on a deleted board returns with the board.
create policy workspace_favourites_select on public.workspace_favourites
  for select to authenticated
  using (person = (select auth.uid()) and board in (select workspace_private.my_boards()));
create policy workspace_favourites_insert on public.workspace_favourites
  for insert to authenticated
  with check (person = (select auth.uid()) and board in (select workspace_private.my_boards()));
create policy workspace_favourites_delete on public.workspace_favourites
  for delete to authenticated
  using (person = (select auth.uid()) and board in (select workspace_private.my_boards()));
