-- Characters that control terminals, or turn the direction of the text around them, make a name look as if it had another ending. Files
-- that are stored already keep their names.
alter table public.workspace_attachments
  add constraint workspace_attachments_name_characters check (name !~ '[\u0001-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]') not valid;
