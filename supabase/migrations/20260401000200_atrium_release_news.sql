-- Tells open tabs that something moved: the revision and no more, on a public topic, where anybody may listen and anybody
-- may speak. So a message is a hint to ask the site's server, and never a fact. The name stands in releases/src/release-news.ts too.
create function atrium.tell_of_move() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform realtime.send(jsonb_build_object('revision', new.revision), 'moved', 'atrium:releases', false);
  return null;
exception when others then
  -- Nobody is told then, and tabs ask by themselves: that must not undo the move.
  raise warning 'Nobody was told of revision %: %', new.revision, sqlerrm;
  return null;
end;
$$;
revoke all on function atrium.tell_of_move() from public, anon, authenticated;

create trigger registry_tell_of_move after update on atrium.registry
for each row when (new.revision is distinct from old.revision) execute function atrium.tell_of_move();
