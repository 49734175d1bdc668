import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js';
import { Received, listening, RealtimeBackend } from './backend.ts';
import type { Person } from './backend.ts';

/** Tables of several kinds, and functions that change them. */
const SQL = `
create table public.boards (id int primary key, name text not null);
create table public.notes (
  id int primary key,
  board int references public.boards (id) on delete cascade,
  person uuid not null,
  text text,
  secret text,
  rank numeric,
  done boolean not null default false,
  made_at timestamptz not null default '2026-01-01 10:00:00+02'
);
alter table public.notes enable row level security;
grant select (id, board, person, text, rank, done, made_at), insert, update, delete on public.notes to authenticated;
create policy own on public.notes to authenticated using (person = (select auth.uid())) with check (true);
create table public.full_notes (id int primary key, board int, text text);
alter table public.full_notes replica identity full;
grant select on public.full_notes to anon;
create table public.keyless (text text);
grant select on public.keyless to anon;
create table public.dropped (id int primary key);
create table public.unpublished (id int primary key);
grant all on public.unpublished, public.keyless, public.full_notes, public.boards to service_role;
alter publication supabase_realtime add table public.notes, public.full_notes, public.keyless, public.boards, public.dropped;
create function public.add_two(person uuid) returns void language sql as $$
  insert into public.notes (id, person, text) values (101, person, 'first'), (102, person, 'second');
$$;
create function public.add_large(person uuid) returns void language sql as $$
  insert into public.notes (id, person, text) values (1, person, repeat('x', 1100000));
$$;
create function public.add_and_fail(person uuid) returns void language plpgsql as $$
begin
  insert into public.notes (id, person) values (201, person);
  raise exception 'no';
end
$$;
create function public.drop_with_changes(count int) returns void language plpgsql security definer as $$
begin
  insert into public.dropped select generate_series(1, count);
  insert into public.boards (id, name) values (1, 'behind the changes of the table');
  drop table public.dropped;
end
$$;
create function public.publish(also boolean) returns void language plpgsql security definer as $$
begin
  if also then alter publication supabase_realtime add table public.unpublished;
  else alter publication supabase_realtime drop table public.unpublished;
  end if;
end
$$;
`;

/** A row in a client's payload. */
type Row = Record<string, unknown>;
/** A change in a client's payload. */
export interface ChangePayload {
  schema: string;
  table: string;
  commit_timestamp: string;
  eventType: string;
  new: Row;
  old: Row;
  errors: string[] | null;
}
type Event = 'INSERT' | 'UPDATE' | 'DELETE' | '*';
/** The subscription. Defaults to all changes of notes. */
export interface Wanted {
  event?: Event;
  schema?: string;
  table?: string;
  filter?: string;
  select?: string[];
}

let channels = 0;

/** Collects changes of a channel before it is joined. */
export function changes(client: SupabaseClient, wanted: Wanted, channel = client.channel(`changes ${String((channels += 1))}`)): [RealtimeChannel, Received<ChangePayload>] {
  const received = new Received<ChangePayload>();
  channel.on('postgres_changes', { event: '*', schema: 'public', table: 'notes', ...wanted } as { event: '*'; schema: string }, received.add);
  return [channel, received];
}

/** Collects changes from now on. */
export async function subscribeToChanges(client: SupabaseClient, wanted: Wanted = {}): Promise<Received<ChangePayload>> {
  const [channel, received] = changes(client, wanted);
  await listening(channel);
  return received;
}

/** A backend with these tables and two users. */
export interface Notes {
  readonly realtime: RealtimeBackend;
  readonly admin: SupabaseClient;
  readonly anna: Person;
  readonly ben: Person;
  /** Adds a note whose change must arrive after all earlier ones. */
  readonly addLast: (received: Received<ChangePayload>, person: Person, row?: Row) => Promise<void>;
}

/** Starts a backend for the tests of a file, and empties its tables before each. */
export function notesForAll(): Notes {
  let realtime: RealtimeBackend;
  let admin: SupabaseClient;
  let people: readonly [Person, Person];
  beforeAll(async () => {
    realtime = await RealtimeBackend.start(SQL);
    admin = realtime.admin();
    people = [await realtime.person('anna'), await realtime.person('ben')];
  });
  afterAll(() => realtime.stop());
  beforeEach(async () => {
    for (const table of ['notes', 'full_notes', 'boards', 'unpublished']) await admin.from(table).delete().gte('id', 0).throwOnError();
  });
  return {
    get realtime() {
      return realtime;
    },
    get admin() {
      return admin;
    },
    get anna() {
      return people[0];
    },
    get ben() {
      return people[1];
    },
    async addLast(received, person, row = {}) {
      await admin.from('notes').insert({ id: 999, person: person.id, ...row }).throwOnError();
      await received.until(({ eventType, new: added }) => eventType === 'INSERT' && added['id'] === 999);
    },
  };
}
