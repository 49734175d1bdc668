import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import { Backend, JWT_SECRET, PASSWORD, temporaryDirectory } from '../backend.ts';

/**
 * Typical buckets and policies of hosted projects: objects in `files` belong to the members of the room in their path,
 * `pictures` is public and has one folder per user.
 */
const MIGRATION = `
  create table public.rooms (name text, member uuid, can_write boolean not null default true, primary key (name, member));
  create function public.is_member(room text) returns boolean language sql stable security definer set search_path = '' as $$
    select exists (select from public.rooms where name = room and member = auth.uid())
  $$;
  create function public.may_write(room text) returns boolean language sql stable security definer set search_path = '' as $$
    select exists (select from public.rooms where name = room and member = auth.uid() and can_write)
  $$;
  insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
    ('files', 'files', false, null, null),
    ('pictures', 'pictures', true, 100000, array['image/png', 'image/svg+xml']),
    ('archive', 'archive', false, null, null);
  create policy "members read" on storage.objects for select to authenticated
    using (bucket_id in ('files', 'archive') and public.is_member((storage.foldername(name))[1]));
  create policy "members add" on storage.objects for insert to authenticated
    with check (bucket_id in ('files', 'archive') and public.may_write((storage.foldername(name))[1]));
  create policy "members change" on storage.objects for update to authenticated
    using (bucket_id in ('files', 'archive') and public.may_write((storage.foldername(name))[1]));
  create policy "members delete" on storage.objects for delete to authenticated
    using (bucket_id in ('files', 'archive') and owner_id = auth.uid()::text);
  create policy "own pictures" on storage.objects to authenticated
    using (bucket_id = 'pictures' and (storage.foldername(name))[1] = auth.uid()::text);
  create policy "own name" on storage.objects as restrictive for insert to authenticated with check (owner_id = auth.uid()::text);
`;

/** A signed-in user. */
export interface Person {
  client: SupabaseClient;
  id: string;
  token: string;
}

/** A running backend with buckets, policies and users. */
export interface StorageProject {
  backend: Backend;
  directory: string;
  stop: () => Promise<void>;
  start: () => Promise<Backend>;
}

/** Starts a backend with persistent data, in its own process if `run` starts one. */
export async function startStorageProject(extraSql = '', run = (args: string[]): Promise<Backend> => Backend.start(...args)): Promise<StorageProject> {
  const { directory, remove } = await temporaryDirectory();
  await writeFile(path.join(directory, '20260101000000_rooms.sql'), MIGRATION + extraSql);
  const args = ['--data-dir', path.join(directory, 'data'), '--migrations', directory, '--jwt-secret', JWT_SECRET];
  const start = (): Promise<Backend> => run(args);
  const project: StorageProject = {
    backend: await start(),
    directory: path.join(directory, 'data', 'storage'),
    start: async () => (project.backend = await start()),
    stop: async () => {
      await project.backend.stop();
      await remove();
    },
  };
  return project;
}

/** A new user who is a member of rooms. */
export async function join(backend: Backend, name: string, ...rooms: string[]): Promise<Person> {
  const client = backend.client();
  const { data, error } = await client.auth.signUp({ email: `${name}@example.com`, password: PASSWORD });
  if (error || !data.session || !data.user) throw error ?? new Error('There is no session.');
  for (const room of rooms) {
    const { error: refused } = await backend.admin().from('rooms').insert({ name: room, member: data.user.id });
    if (refused) throw refused;
  }
  return { client, id: data.user.id, token: data.session.access_token };
}

/** The code and the status in the body of an error response. */
export function refusal(response: { error: unknown }): unknown {
  const { error } = response;
  return error instanceof Error && 'code' in error && 'statusCode' in error ? [error.code, error.statusCode] : error;
}
