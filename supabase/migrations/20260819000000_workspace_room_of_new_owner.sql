-- A board could be handed over to a person who has as many as a person can have. Boards of deleted accounts still pass on: no user
-- hands those over.
create function workspace_private.require_room_of_new_owner() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform workspace_private.require_room_for_boards(array[new.owner]);
  return null;
exception when sqlstate 'WS001' or sqlstate 'WS007' then
  raise exception 'That person already has as many boards as a person can have: 100, or 300 with the deleted ones.'
    using errcode = 'WS008', hint = 'Hand the board over to another member.';
end;
$$;
create trigger workspace_boards_require_room_of_new_owner after update of owner on public.workspace_boards
for each row when (new.owner <> old.owner and old.owner = auth.uid()) execute function workspace_private.require_room_of_new_owner();
