-- The tint of a board, one of the eight of the site's design. Every board begins with a random one, so that boards are told apart.
alter table public.workspace_boards add column tint text not null
  default (array['teal', 'blue', 'violet', 'pink', 'orange', 'yellow', 'green', 'grey'])[1 + floor(random() * 8)::integer]
  constraint workspace_boards_tint check (tint in ('teal', 'blue', 'violet', 'pink', 'orange', 'yellow', 'green', 'grey'));

-- Users who may rename a board may also change its tint.
grant insert (tint), update (tint) on public.workspace_boards to authenticated;
