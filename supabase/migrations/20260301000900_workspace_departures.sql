-- A removed member cannot read the board any more, so a change of its row does not reach them. They stay in the
-- channel, because Realtime checks policies only when a channel is joined and when the token changes. This broadcast
-- therefore reaches them immediately. It only tells clients to read the board again.
create function workspace_private.tell_departures() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform realtime.send('{}', 'members', 'workspace:board:' || board, true) from (select distinct board from gone) boards;
  return null;
end;
$$;

create trigger workspace_tell_departures after delete on public.workspace_members
referencing old table as gone for each statement execute function workspace_private.tell_departures();

-- The broadcast reaches the other members too. It does not touch the row of the board: removing a member would lock the
-- member and then the board, while handing over or deleting a board locks the board first, so both could deadlock.
drop trigger workspace_touch_boards_left on public.workspace_members;
