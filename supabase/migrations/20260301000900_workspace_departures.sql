-- Whoever is taken from a board does not see its row any more, so that a change of it tells them nothing. Their channel
-- still stands: Realtime asks the policies when a channel is joined, and when the token changes. What the database sends
-- there reaches them at once, and says no more than that there is something to ask.
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

-- That tells those who stay, too. The row is left alone: whoever removed a member held that, and waited for the board,
-- while whoever handed the board over to that member, or deleted it, held the board, and waited for the member.
drop trigger workspace_touch_boards_left on public.workspace_members;
