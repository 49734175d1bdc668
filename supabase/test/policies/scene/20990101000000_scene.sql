-- For tests: replaces one board by another with one of everything on it, in one request.
create function public.make_scene(replaced uuid, scene jsonb) returns void
language plpgsql
as $$
declare
  new_board constant uuid := scene ->> 'board';
  new_note constant uuid := scene ->> 'note';
  owner constant uuid := scene ->> 'owner';
  editor constant uuid := scene ->> 'editor';
  viewer constant uuid := scene ->> 'viewer';
begin
  delete from workspace_boards where id = replaced;
  insert into workspace_boards (id, owner, name) values (new_board, owner, 'Plans');
  insert into workspace_members (board, person, role) values (new_board, editor, 'editor'), (new_board, viewer, 'viewer');
  insert into workspace_notes (id, board, title, body, author) values
    ((scene ->> 'secondNote')::uuid, new_board, 'Second', 'below', owner),
    (new_note, new_board, 'First', 'above', editor);
  insert into workspace_attachments (id, board, note, path, name, type, size, author)
    values ((scene ->> 'attachment')::uuid, new_board, new_note, scene ->> 'path', 'plan.txt', 'text/plain', 4, editor);
  insert into workspace_invitations (id, board, email, invited_by)
    values ((scene ->> 'invitation')::uuid, new_board, scene ->> 'invited', owner);
end;
$$;
