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

-- For tests: makes attempts, each as the caller of its claims, as PostgREST would, and rolled back.
-- An attempt is {given, statements, claims}. Its outcome is `done` or `none` (the last statement has no rows), or the code of the error.
create function public.make_attempts(attempts jsonb) returns text[]
language plpgsql
as $$
declare
  attempt jsonb;
  statement text;
  amount bigint;
  outcomes text[] := '{}';
begin
  for attempt in select value from jsonb_array_elements(attempts) loop
    begin
      if attempt ->> 'given' <> '' then
        execute attempt ->> 'given';
      end if;
      perform
        set_config('request.jwt.claims', attempt ->> 'claims', true),
        set_config('request.jwt.claim.sub', coalesce(attempt #>> '{claims,sub}', ''), true),
        set_config('request.jwt.claim.role', attempt #>> '{claims,role}', true),
        set_config('role', attempt #>> '{claims,role}', true);
      for statement in select value from jsonb_array_elements_text(attempt -> 'statements') loop
        execute statement;
        get diagnostics amount = row_count;
      end loop;
      -- What a commit would check.
      set constraints all immediate;
      raise exception using errcode = 'UNDO0';
    exception when others then
      outcomes := outcomes || case when sqlstate <> 'UNDO0' then sqlstate when amount = 0 then 'none' else 'done' end;
    end;
  end loop;
  return outcomes;
end;
$$;
