-- A note is changed when its text changes, or whether it is done. Moving it within its board, new positions for all notes of a board,
-- and the deletion of the account that edited it last also set `updated_at`, so pages showed and listed those notes as just changed.
create or replace function workspace_private.change_note() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if (new.title, new.body, new.done) is distinct from (old.title, old.body, old.done) then
    new.updated_at := now();
  end if;
  new.owner := new.author;
  if (new.title, new.body) is distinct from (old.title, old.body) then
    new.version := old.version + 1;
  end if;
  return new;
end;
$$;
