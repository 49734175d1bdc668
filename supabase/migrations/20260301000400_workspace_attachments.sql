-- Files of notes. The bucket workspace-files has the bytes under `path`: a page uploads them before it adds the
-- row, and removes them before it deletes the row.
create table public.workspace_attachments (
  id uuid primary key default gen_random_uuid(),
  board uuid not null,
  note uuid not null,
  path text not null unique,
  name text not null constraint workspace_attachments_name_length check (char_length(name) between 1 and 255),
  type text not null constraint workspace_attachments_type_length check (char_length(type) between 1 and 255),
  -- In bytes.
  size bigint not null constraint workspace_attachments_size check (size between 0 and 10485760),
  author uuid default auth.uid() references public.account_profiles (person) on delete set null,
  created_at timestamptz not null default now(),
  foreign key (board, note) references public.workspace_notes (board, id) on delete cascade,
  -- <board>/<note>/<uuid>/<file name>
  constraint workspace_attachments_path check (
    char_length(path) <= 1024 and starts_with(path, board::text || '/' || note::text || '/')
  )
);
create index workspace_attachments_note on public.workspace_attachments (board, note, created_at, id);
create index workspace_attachments_author on public.workspace_attachments (author);

alter table public.workspace_attachments enable row level security;
revoke all on public.workspace_attachments from anon, authenticated;
grant select, delete on public.workspace_attachments to authenticated;
grant insert (id, board, note, path, name, type, size) on public.workspace_attachments to authenticated;
grant all on public.workspace_attachments to service_role;

create policy workspace_attachments_second_factor on public.workspace_attachments
  as restrictive for all to authenticated
  using ((select workspace_private.session_is_strong_enough()))
  with check ((select workspace_private.session_is_strong_enough()));
create policy workspace_attachments_select on public.workspace_attachments
  for select to authenticated using (board in (select workspace_private.my_boards()));
create policy workspace_attachments_insert on public.workspace_attachments
  for insert to authenticated
  with check (author = (select auth.uid()) and board in (select workspace_private.my_boards()));
create policy workspace_attachments_delete on public.workspace_attachments
  for delete to authenticated using (board in (select workspace_private.my_boards()));
