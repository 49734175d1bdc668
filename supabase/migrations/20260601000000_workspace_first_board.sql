-- The page names the board of a first note, because the database does not know the language of the page.
create function workspace_private.first_board(name text) returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  found_board uuid;
begin
  -- Serialized per user: two concurrent first notes go to the same board.
  perform from public.account_profiles where person = (select auth.uid()) for no key update;
  if not found then
    return null;
  end if;
  select id into found_board from public.workspace_boards
  where owner = (select auth.uid()) order by created_at, id limit 1;
  if found_board is null then
    insert into public.workspace_boards (owner, name) values ((select auth.uid()), first_board.name) returning id into found_board;
  end if;
  return found_board;
end;
$$;
revoke execute on function workspace_private.first_board(text) from public;

-- Older releases of the page name no board with a note.
create or replace function workspace_private.first_board() returns uuid
language sql
security definer
set search_path = ''
as $$
  select workspace_private.first_board('My notes');
$$;

-- The first board of the caller. Creates one with this name if the caller has none.
create function public.workspace_first_board(name text) returns uuid
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not workspace_private.session_is_strong_enough() then
    raise exception 'Log in with your second factor first.' using errcode = '42501';
  end if;
  return workspace_private.first_board(workspace_first_board.name);
end;
$$;
revoke execute on function public.workspace_first_board from public, anon;
grant execute on function public.workspace_first_board to authenticated;
