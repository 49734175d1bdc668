import { createHmac } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { SupabaseClient } from '@supabase/supabase-js';
import { Backend, JWT_SECRET, PASSWORD, temporaryDirectory } from '../backend.ts';

/** A migration with typical statements of hosted projects. */
const HOSTED_MIGRATION = `
  create extension if not exists "pgcrypto" with schema extensions;
  create table public.sessions (id bigint generated always as identity primary key, title text not null unique, held_at timestamp);
  create table public.talks (
    id bigint generated always as identity primary key,
    session_id bigint not null references public.sessions (id),
    speaker uuid references auth.users (id) on delete set null default auth.uid(),
    words int check (words > 0),
    is_public boolean not null default true,
    room text not null default 'Main hall'
  );
  alter table public.sessions enable row level security;
  alter table public.talks enable row level security;
  create policy "all read" on public.sessions for select to anon, authenticated using (true);
  create policy "all read" on public.talks for select to anon, authenticated using (true);
  create policy "named speak" on public.talks for insert to authenticated
    with check ((auth.jwt() ->> 'email') = auth.email() and auth.role() = 'authenticated');
  grant select on public.sessions, public.talks to anon, authenticated;
  grant insert on public.talks to authenticated;
  insert into public.sessions (title, held_at) values ('opening', '2026-01-02 03:04:05.678');
  comment on table public.sessions is E'What is held\n\nOne row for each slot.';
  comment on column public.sessions.title is 'As printed';
  create type public.size as enum ('small', 'large');
  create view public.titles as select title, 'small'::public.size as size from public.sessions group by title;
  create table public.secrets (id int primary key);
  insert into public.secrets values (1);
  create function public.whoami() returns text language sql stable as $$ select coalesce(auth.uid()::text, 'anonymous') $$;
  create function public.seats(room text, least_free int default 1) returns int language sql stable as $$ select least_free $$;
  create function public.refuse() returns void language plpgsql as $$ begin raise exception 'not today' using hint = 'tomorrow'; end $$;
`;

let backend: Backend;
let remove: () => Promise<void>;
let ann: SupabaseClient;
beforeAll(async () => {
  const { directory, remove: removeDirectory } = await temporaryDirectory();
  remove = removeDirectory;
  await writeFile(path.join(directory, '20260101000000_hosted.sql'), HOSTED_MIGRATION);
  backend = await Backend.start('--memory', '--migrations', directory, '--jwt-secret', JWT_SECRET);
  ann = backend.client();
  await ann.auth.signUp({ email: 'ann@example.com', password: PASSWORD });
});
afterAll(async () => {
  await backend.stop();
  await remove();
});

function legacyToken(claims: object, secret = JWT_SECRET): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const content = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
}

test('describes the API in OpenAPI for the secret key only, as a hosted project does', async () => {
  const describe = (key: string, headers: Record<string, string> = {}) => fetch(`${backend.ready.apiUrl}/rest/v1/`, { headers: { apikey: key, ...headers } });
  expect((await describe(backend.ready.publishableKey)).status).toBe(403);
  const other = await describe(backend.ready.secretKey, { 'accept-profile': 'auth' });
  expect([other.status, await other.json()]).toMatchObject([406, { code: 'PGRST106' }]);
  const response = await describe(backend.ready.secretKey);
  expect(response.headers.get('content-type')).toBe('application/openapi+json; charset=utf-8');
  const api: unknown = await response.json();
  const filter = (name: string) => ({ $ref: `#/parameters/rowFilter.sessions.${name}` });
  expect(api).toMatchObject({
    swagger: '2.0',
    host: new URL(backend.ready.apiUrl).host,
    basePath: '/rest/v1',
    paths: {
      '/sessions': {
        get: { tags: ['sessions'], summary: 'What is held', description: 'One row for each slot.', parameters: expect.arrayContaining([filter('id'), filter('title'), { $ref: '#/parameters/select' }]) },
        post: { responses: { 201: { description: 'Created' } } },
        patch: {},
        delete: {},
      },
      '/rpc/seats': {
        get: { parameters: [{ name: 'room', in: 'query', required: true, type: 'string' }, { name: 'least_free', required: false, type: 'integer' }] },
        post: { parameters: [{ name: 'args', in: 'body', schema: { required: ['room'] } }, { $ref: '#/parameters/preferParams' }] },
      },
      '/rpc/refuse': { post: {} },
      '/titles': { get: {} },
      '/rpc/whoami': { get: { tags: ['(rpc) whoami'], parameters: [] }, post: {} },
    },
    definitions: {
      sessions: {
        required: ['id', 'title'],
        properties: {
          id: { type: 'integer', format: 'bigint', description: 'Note:\nThis is a Primary Key.<pk/>' },
          title: { type: 'string', format: 'text', description: 'As printed' },
          held_at: { type: 'string', format: 'timestamp without time zone' },
        },
      },
      titles: { properties: { size: { type: 'string', enum: ['small', 'large'] } } },
      talks: { properties: { is_public: { default: true }, room: { default: 'Main hall' }, speaker: { default: 'auth.uid()' }, session_id: { description: "Note:\nThis is a Foreign Key to `sessions.id`.<fk table='sessions' column='id'/>" } } },
    },
    parameters: { 'rowFilter.sessions.title': { name: 'title', in: 'query', description: 'As printed' }, 'body.sessions': { in: 'body', schema: { $ref: '#/definitions/sessions' } } },
  });
  expect(api).not.toHaveProperty(['paths', '/rpc/refuse', 'get']);
  expect(api).not.toHaveProperty(['paths', '/titles', 'post']);
});

test('embeds related rows although the auth schema has a table of the same name', async () => {
  const { data: inserted, error } = await ann.from('talks').insert({ session_id: 1, words: 300 }).select('id, speaker').single();
  expect(error).toBeNull();
  const { data: user } = await ann.auth.getUser();
  expect(inserted?.['speaker']).toBe(user.user?.id);
  const { data } = await backend.client().from('sessions').select('title, held_at, talks(words)').eq('title', 'opening').single();
  expect(data).toEqual({ title: 'opening', held_at: '2026-01-02T03:04:05.678', talks: [{ words: 300 }] });
});

test('counts, orders and pages', async () => {
  const { count, error } = await backend.client().from('talks').select('*', { count: 'exact', head: true });
  expect([count, error]).toEqual([1, null]);
  const { data } = await backend.client().from('sessions').select('id').order('id', { ascending: false }).range(0, 0);
  expect(data).toHaveLength(1);
});

test('functions know their caller', async () => {
  const { data: user } = await ann.auth.getUser();
  expect((await ann.rpc('whoami')).data).toBe(user.user?.id);
  expect((await backend.client().rpc('whoami')).data).toBe('anonymous');
  expect((await ann.rpc('refuse')).error).toMatchObject({ code: 'P0001', message: 'not today', hint: 'tomorrow' });
});

test('errors have the codes of PostgREST', async () => {
  const status = async (request: PromiseLike<{ status: number; error: { code: string } | null }>): Promise<unknown> => {
    const { status: code, error } = await request;
    return [code, error?.code];
  };
  expect(await status(ann.from('nowhere').select())).toEqual([404, 'PGRST205']);
  expect(await status(ann.from('sessions').select('nothing'))).toEqual([400, '42703']);
  expect(await status(ann.from('sessions').select().eq('id', 99).single())).toEqual([406, 'PGRST116']);
  expect(await status(ann.from('talks').insert({ session_id: 1, words: 0 }))).toEqual([400, '23514']);
  expect(await status(ann.from('talks').insert({ session_id: 77, words: 1 }))).toEqual([409, '23503']);
  expect(await status(backend.admin().from('sessions').insert({ title: 'opening' }))).toEqual([409, '23505']);
  expect(await status(ann.rpc('missing'))).toEqual([404, 'PGRST202']);
});

test('tables without grants are not accessible, and row-level security does not apply to the secret key', async () => {
  expect((await ann.from('secrets').select()).error).toMatchObject({ code: '42501' });
  expect((await backend.client().from('secrets').select()).status).toBe(401);
  expect((await ann.from('secrets').select()).status).toBe(403);
  expect((await backend.admin().from('secrets').select()).data).toEqual([{ id: 1 }]);
  expect((await backend.client(backend.ready.serviceRoleKey).from('secrets').select()).data).toEqual([{ id: 1 }]);
  expect((await ann.schema('auth').from('users').select()).error).toMatchObject({ code: 'PGRST106' });
  expect((await backend.admin().schema('local_supabase').from('signing_keys').select()).error).toMatchObject({ code: 'PGRST106' });
  expect((await ann.from('sessions').insert({ title: 'mine' })).error).toMatchObject({ code: '42501' });
});

test('expired, forged and malformed tokens are refused', async () => {
  const ask = async (token: string): Promise<unknown> => {
    const response = await backend.fetch('/rest/v1/sessions?select=title', { headers: { authorization: `Bearer ${token}` } });
    return [response.status, await response.json()];
  };
  const now = Math.floor(Date.now() / 1000);
  const sub = '6f1b2a9e-3a43-4d3c-9a64-0d6a3d1c1f10';
  expect(await ask(legacyToken({ role: 'authenticated', sub, exp: now + 60 }))).toEqual([200, [{ title: 'opening' }]]);
  expect(await ask(legacyToken({ role: 'authenticated', sub, exp: now - 60 }))).toMatchObject([401, { code: 'PGRST303', message: 'JWT expired' }]);
  expect(await ask(legacyToken({ role: 'service_role' }, 'a secret of someone else, long enough'))).toMatchObject([401, { code: 'PGRST301' }]);
  const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"role":"service_role"}').toString('base64url')}.`;
  expect(await ask(none)).toMatchObject([401, { code: 'PGRST301' }]);
  expect(await ask('nonsense')).toMatchObject([401, { code: 'PGRST301' }]);
  const withoutKey = await fetch(`${backend.ready.apiUrl}/rest/v1/sessions`);
  expect(withoutKey.status).toBe(401);
});

test('a token cannot claim to be the database owner', async () => {
  const response = await backend.fetch('/rest/v1/secrets', {
    headers: { authorization: `Bearer ${legacyToken({ role: 'postgres', exp: Math.floor(Date.now() / 1000) + 60 })}` },
  });
  expect([response.status, await response.json()]).toMatchObject([403, { code: '42501' }]);
});
