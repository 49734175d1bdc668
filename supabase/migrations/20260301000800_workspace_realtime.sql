-- Publishes changes to users whose policies show the row. A DELETE event reaches every listener with the primary
-- key, regardless of policies. The keys of these tables reveal nothing, but the key of workspace_members would reveal
-- who is on which board. So that table is not published; the row of the board changes when its members do.
alter publication supabase_realtime
  add table public.workspace_notes, public.workspace_attachments, public.workspace_boards;

-- Presence and broadcasts of a board: the private channel workspace:board:<id>.
create function workspace_private.topic_is_mine() returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select workspace_private.session_is_strong_enough() and exists (
    select from workspace_private.my_boards() board where 'workspace:board:' || board = (select realtime.topic())
  );
$$;

create policy workspace_channels_select on realtime.messages
  for select to authenticated
  using (extension in ('broadcast', 'presence') and (select workspace_private.topic_is_mine()));
create policy workspace_channels_insert on realtime.messages
  for insert to authenticated
  with check (extension in ('broadcast', 'presence') and (select workspace_private.topic_is_mine()));
