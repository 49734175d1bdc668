-- Users choose the ID of a board, and it is the name of its first channel. Without this, a viewer could make a board with the present
-- channel of another one as its ID, and then send on that channel or invite strangers to it.
update public.workspace_channels set channel = gen_random_uuid()
where channel in (select channel from public.workspace_channels group by channel having count(*) > 1);
alter table public.workspace_channels add constraint workspace_channels_channel unique (channel);
