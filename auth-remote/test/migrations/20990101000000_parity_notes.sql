-- The table of the parity tests: a plain one, as a page team would make it. What the workspace does with its own rows may change.
create table public.parity_notes (
  id uuid primary key default gen_random_uuid(),
  owner uuid not null default auth.uid() references auth.users (id) on delete cascade,
  title text not null check (char_length(title) <= 200),
  body text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create function public.parity_notes_touch() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end;
$$;
create trigger parity_notes_touch before update on public.parity_notes for each row execute function public.parity_notes_touch();
revoke execute on function public.parity_notes_touch() from public, anon, authenticated;

alter table public.parity_notes enable row level security;
revoke all on public.parity_notes from anon, authenticated;
grant select, insert, update, delete on public.parity_notes to authenticated;
create policy parity_notes_owner on public.parity_notes for all to authenticated
  using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
alter publication supabase_realtime add table public.parity_notes;
