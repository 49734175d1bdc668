-- A hosted project asks the policies of a private channel only when a channel is joined, or a token renewed. So a board's channel
-- changes when a member leaves: those who stay join the new one, and nothing is sent on the old one.
-- A column of the board would risk a deadlock: removing a member locks the member's row and would then wait for the board, while
-- handing the board over to that member locks the board and waits for the member's row.
create table public.workspace_channels (
  board uuid primary key references public.workspace_boards (id) on delete cascade,
  -- The private channel is `workspace:board:<channel>`. It begins as the board's ID, which older releases of the page use.
  channel uuid not null
);

create function workspace_private.add_channel() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into public.workspace_channels (board, channel) values (new.id, new.id);
  return null;
end;
$$;
create trigger workspace_boards_add_channel
after insert on public.workspace_boards
for each row execute function workspace_private.add_channel();

insert into public.workspace_channels (board, channel) select id, id from public.workspace_boards;

alter table public.workspace_channels enable row level security;
revoke all on public.workspace_channels from anon, authenticated;
grant select on public.workspace_channels to authenticated;
grant all on public.workspace_channels to service_role;
create policy workspace_channels_second_factor on public.workspace_channels
  as restrictive for all to authenticated
  using ((select workspace_private.session_is_strong_enough()))
  with check ((select workspace_private.session_is_strong_enough()));
create policy workspace_channels_select on public.workspace_channels
  for select to authenticated using (board in (select workspace_private.my_boards()));

create or replace function workspace_private.tell_board(board uuid, event text, payload jsonb) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform realtime.send(payload, event, 'workspace:board:' || c.channel, true)
  from public.workspace_channels c where c.board = tell_board.board;
end;
$$;

create or replace function workspace_private.topic_is_mine() returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select workspace_private.session_is_strong_enough() and exists (
    select from public.workspace_channels c
    where c.board in (select workspace_private.my_boards()) and 'workspace:board:' || c.channel = (select realtime.topic())
  );
$$;

-- The last message on the old channel: a page that hears it reads the board again, and finds the new channel, or no board.
create or replace function workspace_private.tell_departures() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- In one order, so that two statements never wait for each other.
  perform from public.workspace_channels where board in (select board from gone) order by board for update;
  perform workspace_private.tell_board(board, 'members', '{}') from (select distinct board from gone) boards;
  update public.workspace_channels set channel = gen_random_uuid() where board in (select board from gone);
  return null;
end;
$$;
