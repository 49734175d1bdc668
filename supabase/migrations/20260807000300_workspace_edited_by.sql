-- Who changed the text of a note last, and when; null until then. `updated_at` also changes when a note is moved or done.
alter table public.workspace_notes
  -- Not a profile: a second relation to that table would make requests for the author's profile ambiguous.
  add column edited_by uuid references auth.users (id) on delete set null,
  add column edited_at timestamptz;

create index workspace_notes_edited_by on public.workspace_notes (edited_by) where edited_by is not null;

create function workspace_private.mark_editor() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.edited_by := auth.uid();
  new.edited_at := now();
  return new;
end;
$$;

create trigger workspace_notes_mark_editor
before update on public.workspace_notes
for each row when ((new.title, new.body) is distinct from (old.title, old.body)) execute function workspace_private.mark_editor();
