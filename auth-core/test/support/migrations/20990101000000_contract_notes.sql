-- The table of the backend contract (page-kit/test/backend-contract): a plain one, as a page team would write it.
create table public.contract_notes (
  id uuid primary key default gen_random_uuid(),
  owner uuid not null default auth.uid() references auth.users (id) on delete cascade,
  title text not null check (char_length(title) <= 200),
  body text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create function public.contract_notes_touch() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end;
$$;
create trigger contract_notes_touch before update on public.contract_notes for each row execute function public.contract_notes_touch();
revoke execute on function public.contract_notes_touch() from public, anon, authenticated;

alter table public.contract_notes enable row level security;
revoke all on public.contract_notes from anon, authenticated;
grant select, insert, update, delete on public.contract_notes to authenticated;
create policy contract_notes_owner on public.contract_notes for all to authenticated
  using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
alter publication supabase_realtime add table public.contract_notes;
