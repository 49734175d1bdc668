-- Announces the new revision to open tabs on a public topic that anyone can read and write. A message is therefore only a hint
-- to ask the site's server. releases/src/release-news.ts has the same topic name.
create function atrium.tell_of_move() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform realtime.send(jsonb_build_object('revision', new.revision), 'moved', 'atrium:releases', false);
  return null;
exception when others then
  -- Tabs also poll, so a failed broadcast must not undo the move.
  raise warning 'Nobody was told of revision %: %', new.revision, sqlerrm;
  return null;
end;
$$;
revoke all on function atrium.tell_of_move() from public, anon, authenticated;

create trigger registry_tell_of_move after update on atrium.registry
for each row when (new.revision is distinct from old.revision) execute function atrium.tell_of_move();
