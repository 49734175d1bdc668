-- Someone who is on a board can have an invitation to it: it was sent twice, or an owner invited their own address. It is not listed: an
-- owner who declines one deletes all open invitations to the board.
create or replace function public.workspace_my_invitations()
returns table (board uuid, board_name text, invited_by text, role text, created_at timestamptz, expires_at timestamptz)
language sql
stable
security definer
set search_path = ''
as $$
  select b.id, b.name, p.name, i.role, i.created_at, i.expires_at
  from public.workspace_invitations i
  join public.workspace_boards b on b.id = i.board
  join public.account_profiles p on p.person = i.invited_by
  where (select workspace_private.session_is_strong_enough())
    and i.email = (select workspace_private.my_confirmed_email())
    and i.expires_at > now()
    and b.deleted_at is null
    and b.id not in (select workspace_private.my_boards())
  order by i.created_at desc, i.id
$$;
