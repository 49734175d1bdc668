-- Changes of others, as far as the policies of the tables show them to whoever listens. Of a deletion everybody is told
-- the key, whatever the policies say: those of these tables name nothing but themselves. The key of workspace_members
-- says who is on which board, so that table is not among them; the board's own row tells that somebody came or went.
alter publication supabase_realtime
  add table public.workspace_notes, public.workspace_attachments, public.workspace_boards;

-- Who is on a board, and what is passing between them: the private channel workspace:board:<id>.
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
