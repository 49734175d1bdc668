-- Items of the page module __name__. Each belongs to one user, and only that user can see it.
create table public.__table___items (
  id uuid primary key default gen_random_uuid(),
  owner uuid not null default auth.uid() references auth.users (id) on delete cascade,
  title text not null constraint __table___items_title_length check (char_length(title) between 1 and 200),
  note text not null default '' constraint __table___items_note_length check (char_length(note) <= 2000),
  created_at timestamptz not null default now()
);

create index __table___items_owner_created_at on public.__table___items (owner, created_at desc, id desc);

alter table public.__table___items enable row level security;

-- Only these grants give access to the table. The policies then decide about each row.
revoke all on public.__table___items from anon, authenticated;
grant select on public.__table___items to authenticated;
grant insert (id, title, note) on public.__table___items to authenticated;
grant all on public.__table___items to service_role;

create policy __table___items_select on public.__table___items
  for select to authenticated using (owner = (select auth.uid()));
create policy __table___items_insert on public.__table___items
  for insert to authenticated with check (owner = (select auth.uid()));
