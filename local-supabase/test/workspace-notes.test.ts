import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { SupabaseClient } from '@supabase/supabase-js';
import * as v from 'valibot';
import { addAuthenticator } from './auth/authenticator.ts';
import { Backend, migrationsDirectory, PASSWORD } from './backend.ts';

const noteSchema = v.object({
  id: v.string(),
  owner: v.string(),
  title: v.string(),
  body: v.string(),
  created_at: v.string(),
  updated_at: v.string(),
});
const ownersSchema = v.array(v.object({ owner: v.string() }));

let backend: Backend;
beforeAll(async () => {
  backend = await Backend.start('--memory', '--migrations', migrationsDirectory);
});
afterAll(async () => {
  await backend.stop();
});

async function person(email: string): Promise<{ client: SupabaseClient; id: string }> {
  const client = backend.client();
  const { data, error } = await client.auth.signUp({ email, password: PASSWORD });
  if (error) throw error;
  return { client, id: data.user?.id ?? '' };
}

test('a user writes, changes, finds and deletes notes', async () => {
  const { client, id } = await person('writer@example.com');
  const note = v.parse(noteSchema, (await client.from('workspace_notes').insert({ title: 'Milk' }).select().single()).data);
  expect(note).toMatchObject({ owner: id, title: 'Milk', body: '' });
  const change = client.from('workspace_notes').update({ body: 'two' }).eq('id', note.id);
  const changed = v.parse(noteSchema, (await change.select().single()).data);
  expect(changed).toMatchObject({ body: 'two', created_at: note.created_at });
  expect(changed.updated_at > note.updated_at).toBe(true);
  expect((await client.from('workspace_notes').select('title').ilike('title', '%mil%')).data).toEqual([{ title: 'Milk' }]);
  expect((await client.from('workspace_notes').delete().eq('id', note.id)).error).toBeNull();
  expect((await client.from('workspace_notes').select()).data).toEqual([]);
});

test('users cannot read, change, delete or write notes of others', async () => {
  const [owner, other] = [await person('owner@example.com'), await person('other@example.com')];
  const note = v.parse(noteSchema, (await owner.client.from('workspace_notes').insert({ title: 'Mine' }).select().single()).data);
  expect((await other.client.from('workspace_notes').select()).data).toEqual([]);
  expect((await other.client.from('workspace_notes').update({ title: 'Taken' }).eq('id', note.id).select()).data).toEqual([]);
  expect((await other.client.from('workspace_notes').delete().eq('id', note.id).select()).data).toEqual([]);
  expect((await other.client.from('workspace_notes').insert({ title: 'Forged', owner: owner.id })).error).toMatchObject({ code: '42501' });
  expect((await owner.client.from('workspace_notes').update({ owner: other.id }).eq('id', note.id)).error).toMatchObject({ code: '42501' });
  expect((await backend.client().from('workspace_notes').select()).error).toMatchObject({ code: '42501' });
  expect((await owner.client.from('workspace_notes').select('title')).data).toEqual([{ title: 'Mine' }]);
});

test('with a second factor, nothing is accessible before a code was verified, not even by raw requests', async () => {
  const { client } = await person('careful@example.com');
  await client.from('workspace_notes').insert({ title: 'Secret' });
  const { app, factorId } = await addAuthenticator(client);

  const later = backend.client();
  await later.auth.signInWithPassword({ email: 'careful@example.com', password: PASSWORD });
  expect((await later.from('workspace_notes').select()).data).toEqual([]);
  expect((await later.from('workspace_notes').insert({ title: 'Forged' })).error).toMatchObject({ code: '42501' });
  expect((await later.from('workspace_notes').delete().neq('title', '').select()).data).toEqual([]);
  await later.auth.mfa.challengeAndVerify({ factorId, code: app.code(1) });
  expect((await later.from('workspace_notes').select('title')).data).toEqual([{ title: 'Secret' }]);
});

test('lengths are limited, and notes are deleted with the account', async () => {
  const { client, id } = await person('limits@example.com');
  expect((await client.from('workspace_notes').insert({ title: 'ü'.repeat(200), body: 'x'.repeat(20_000) })).error).toBeNull();
  expect((await client.from('workspace_notes').insert({ title: 'x'.repeat(201) })).error).toMatchObject({ code: '23514' });
  expect((await client.from('workspace_notes').insert({ title: 'x', body: 'x'.repeat(20_001) })).error).toMatchObject({ code: '23514' });
  await backend.admin().auth.admin.deleteUser(id);
  expect((await backend.admin().from('workspace_notes').select().eq('owner', id)).data).toEqual([]);
});

test('interleaved requests of several users return only their own rows', async () => {
  const people = await Promise.all(['p1', 'p2', 'p3', 'p4'].map((name) => person(`${name}@example.com`)));
  const rounds = process.env['ATRIUM_SOAK'] === undefined ? 6 : 80;
  const foreign: unknown[] = [];
  await Promise.all(
    people.map(async ({ client, id }, index) => {
      for (let round = 0; round < rounds; round += 1) {
        const title = `${String(index)}-${String(round)}`;
        const [written, read, counted, user, empty] = await Promise.all([
          client.from('workspace_notes').insert({ title }).select('owner'),
          client.from('workspace_notes').select('owner'),
          client.from('workspace_notes').select('*', { count: 'exact', head: true }),
          client.auth.getUser(),
          backend.client().from('workspace_notes').select('owner'),
        ]);
        const rows = v.parse(ownersSchema, [...(written.data ?? []), ...(read.data ?? [])]);
        const owners = [...rows.map((row) => row.owner), user.data.user?.id];
        foreign.push(...owners.filter((owner) => owner !== id), ...v.parse(ownersSchema, empty.data ?? []));
        expect(written).toMatchObject({ error: null, data: [{ owner: id }] });
        expect(counted.count ?? Infinity).toBeLessThanOrEqual(round + 1);
      }
    }),
  );
  expect(foreign).toEqual([]);
  const { count } = await backend.admin().from('workspace_notes').select('*', { count: 'exact', head: true }).like('title', '%-%');
  expect(count).toBe(people.length * rounds);
});
