-- Notes of the workspace: each belongs to one person, and only that person sees it.
create table public.workspace_notes (
  id uuid primary key default gen_random_uuid(),
  owner uuid not null default auth.uid() references auth.users (id) on delete cascade,
  title text not null constraint workspace_notes_title_length check (char_length(title) <= 200),
  body text not null default '' constraint workspace_notes_body_length check (char_length(body) <= 20000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index workspace_notes_owner_created_at on public.workspace_notes (owner, created_at desc, id desc);

create function public.workspace_notes_touch() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end;
$$;

create trigger workspace_notes_touch
before update on public.workspace_notes
for each row execute function public.workspace_notes_touch();

-- A trigger function needs no caller of its own.
revoke execute on function public.workspace_notes_touch() from public, anon, authenticated;

alter table public.workspace_notes enable row level security;

-- Signed-in users reach the table only through these grants. The policies then decide row by row.
revoke all on public.workspace_notes from anon, authenticated;
grant select, delete on public.workspace_notes to authenticated;
-- Includes `created_at`, so that undoing a deletion restores the note in its place.
grant insert (id, owner, title, body, created_at) on public.workspace_notes to authenticated;
grant update (title, body) on public.workspace_notes to authenticated;
grant all on public.workspace_notes to service_role;

create policy workspace_notes_select on public.workspace_notes
  for select to authenticated using (owner = (select auth.uid()));
create policy workspace_notes_insert on public.workspace_notes
  for insert to authenticated with check (owner = (select auth.uid()));
create policy workspace_notes_update on public.workspace_notes
  for update to authenticated using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
create policy workspace_notes_delete on public.workspace_notes
  for delete to authenticated using (owner = (select auth.uid()));
