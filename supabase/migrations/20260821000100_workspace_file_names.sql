-- Characters that control terminals, or turn the direction of the text around them, make a name look as if it had another ending. Checked
-- for new files only: those that are stored already can still be deleted, restored and moved.
create function workspace_private.check_file_name() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if new.name ~ '[\u0001-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]' then
    raise exception 'The name of a file contains characters that hide its ending.'
      using errcode = '23514', constraint = 'workspace_attachments_name_characters', hint = 'Remove control characters and those that change the direction of text.';
  end if;
  return new;
end;
$$;

create trigger workspace_attachments_check_name
before insert on public.workspace_attachments
for each row execute function workspace_private.check_file_name();
