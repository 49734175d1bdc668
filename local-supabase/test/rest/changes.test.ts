import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { SupabaseClient } from '@supabase/supabase-js';
import { startLists } from './backend.ts';
import type { ListsBackend } from './backend.ts';

let lists: ListsBackend;
let ann: SupabaseClient;
beforeAll(async () => {
  lists = await startLists();
  ({ ann } = lists);
});
afterAll(() => lists.stop());

const JSON_HEADERS = { 'content-type': 'application/json' };

test('upserts change existing rows and add missing ones', async () => {
  const changed = await ann.from('lists').upsert([{ name: 'home', note: 'changed' }, { name: 'garden', note: 'new' }], { onConflict: 'name' }).select('name, note');
  expect(changed.data).toEqual([{ name: 'home', note: 'changed' }, { name: 'garden', note: 'new' }]);
  const ignored = await ann.from('lists').upsert([{ name: 'home', note: 'ignored' }, { name: 'attic' }], { onConflict: 'name', ignoreDuplicates: true, defaultToNull: false }).select('name, note');
  expect(ignored.data).toEqual([{ name: 'attic', note: 'none' }]);
  expect((await ann.from('tags').upsert({ id: 1, name: 'renamed' }).select()).data).toEqual([{ id: 1, name: 'renamed' }]);
  expect((await ann.from('lists').upsert({ name: 'home' }, { onConflict: 'note' })).error).toMatchObject({ code: '42P10' });
});

test('missing columns are null, or have their default if requested', async () => {
  const rows = (prefix: string): object[] => [{ name: `${prefix} 1`, note: 'own' }, { name: `${prefix} 2` }];
  expect((await ann.from('lists').insert(rows('a')).select('note')).data).toEqual([{ note: 'own' }, { note: null }]);
  expect((await ann.from('lists').insert(rows('b'), { defaultToNull: false }).select('note')).data).toEqual([{ note: 'own' }, { note: 'none' }]);
});

test('changes are counted', async () => {
  expect((await ann.from('items').update({ body: 'counted' }, { count: 'exact' }).gt('rank', 3)).count).toBe(2);
  expect((await ann.from('items').delete({ count: 'exact' }).eq('id', 301)).count).toBe(0);
  expect((await ann.from('items').update({ title: 'lost' }).eq('id', 201).eq('rank', 99).select()).data).toEqual([]);
});

test('a change with an error response is rolled back', async () => {
  const ranks = async (): Promise<unknown> => (await ann.from('items').select('rank').order('id')).data;
  const before = await ranks();
  expect((await ann.from('items').update({ rank: 0 }).gt('id', 0).select().single()).error).toMatchObject({ code: 'PGRST116' });
  const tooMany = await lists.fetch('items?id=gt.0', { method: 'PATCH', body: '{"rank":0}', headers: { ...JSON_HEADERS, prefer: 'handling=strict, max-affected=1' } });
  expect(await tooMany.json()).toMatchObject({ code: 'PGRST124' });
  expect((await ann.from('items').insert([{ list: 101, title: 'stays not', rank: 0 }, { list: 999, title: 'nowhere' }])).error).toMatchObject({ code: '23503' });
  expect(await ranks()).toEqual(before);
  const chained = await ann.from('chains').insert({ id: 1, next: 2 });
  expect(chained).toMatchObject({ status: 409, error: { code: '23503' } });
  expect((await ann.from('chains').insert([{ id: 1, next: 2 }, { id: 2, next: 1 }])).error).toBeNull();
});

test('a change returns the changed rows with their embeds', async () => {
  const inserted = await ann.from('items').insert({ id: 801, list: 101, title: 'one', rank: 50 }).select('id, of:lists(name)').single();
  expect(inserted).toMatchObject({ status: 201, data: { id: 801, of: { name: 'home' } } });
  const again = await ann.from('items').upsert({ id: 801, list: 101, title: 'one', rank: 51 }).select('rank, lists(name)').single();
  expect(again.data).toEqual({ rank: 51, lists: { name: 'home' } });
  // The changed row no longer matches the filter.
  const renamed = await ann.from('items').update({ title: 'two' }).eq('title', 'one').select('id, name:title, lists(name)');
  expect(renamed).toMatchObject({ status: 200, data: [{ id: 801, name: 'two', lists: { name: 'home' } }] });
  const moved = ann.from('items').update({ list: 102 }, { count: 'exact' }).eq('list', 101).eq('title', 'two');
  expect(await moved.select('id, lists(name)').single()).toMatchObject({ status: 200, count: 1, data: { id: 801, lists: { name: 'work' } } });
  expect((await ann.from('items').update({ rank: 60 }).or('rank.eq.51,rank.eq.52').select('rank::text, lists!inner(name)').eq('lists.name', 'work')).data).toEqual([{ rank: '60', lists: { name: 'work' } }]);
  const none = ann.from('items').update({ rank: 61 }).eq('title', 'nowhere').select('id, lists(name)');
  expect((await none).data).toEqual([]);
  expect(await none.single()).toMatchObject({ status: 406, error: { code: 'PGRST116' } });
  const keyed = await ann.from('item_tags').update({ tag: 2 }).eq('item', 202).eq('tag', 1).select('item, tags(name)').single();
  expect(keyed.data).toEqual({ item: 202, tags: { name: 'y' } });
  expect((await ann.from('items').update({ rank: 70 }).gt('id', 0).select('id, lists(name)').single()).error).toMatchObject({ code: 'PGRST116' });
  expect((await ann.from('items').select('id').eq('rank', 70)).data).toEqual([]);
  expect((await ann.from('items').delete().eq('id', 801).select('title, lists(name)').single()).data).toEqual({ title: 'two', lists: { name: 'work' } });
});

test('a change of every row of a table is refused', async () => {
  expect(await ann.from('lists').delete()).toMatchObject({ status: 400, error: { code: '21000', message: 'DELETE requires a WHERE clause' } });
  expect(await ann.from('lists').update({ note: 'all' })).toMatchObject({ status: 400, error: { code: '21000', message: 'UPDATE requires a WHERE clause' } });
  expect((await ann.from('lists').select('id').eq('id', 101)).data).toHaveLength(1);
});

test.each([
  ['a missing column', (): PromiseLike<unknown> => ann.from('lists').insert({ nothing: 1 }), 400, 'PGRST204'],
  ['a change of a missing column', (): PromiseLike<unknown> => ann.from('lists').update({ nothing: 1 }).eq('id', 101), 400, 'PGRST204'],
  ['a generated column', (): PromiseLike<unknown> => ann.from('items').insert({ list: 101, title: 'a', search: 'a' }), 400, '428C9'],
  ['a row that lacks something', (): PromiseLike<unknown> => ann.from('items').insert({ list: 101 }), 400, '23502'],
  ['a row that points nowhere', (): PromiseLike<unknown> => ann.from('items').insert({ list: 999, title: 'a' }), 409, '23503'],
  ['a second row of one name', (): PromiseLike<unknown> => ann.from('lists').insert({ name: 'home' }), 409, '23505'],
  ['a row for another user', (): PromiseLike<unknown> => ann.from('items').insert({ list: 101, title: 'a', owner: '6f1b2a9e-3a43-4d3c-9a64-0d6a3d1c1f10' }), 403, '42501'],
  ['a text with a NUL', (): PromiseLike<unknown> => ann.from('lists').insert({ name: 'a\0b' }), 400, '22P05'],
])('%s is refused', async (_, change, status, code) => {
  expect(await change()).toMatchObject({ status, error: { code } });
});

test.each<[string, string | Uint8Array<ArrayBuffer>, string, string]>([
  ['broken JSON', '{"name":', 'application/json', 'PGRST102'],
  ['nothing', '', 'application/json', 'PGRST102'],
  ['numbers for rows', '[1, 2]', 'application/json', 'PGRST102'],
  ['rows of different columns', '[{"name":"m"},{"name":"n","note":"o"}]', 'application/json', 'PGRST102'],
  ['broken UTF-8', new Uint8Array([...Buffer.from('{"name":"'), 0xff, 0xfe, ...Buffer.from('"}')]), 'application/json', 'PGRST102'],
  ['another type', '<a/>', 'application/xml', 'PGRST102'],
])('a body of %s is refused, and nothing is stored', async (_, body, type, code) => {
  const count = async (): Promise<unknown> => (await ann.from('lists').select('*', { count: 'exact', head: true })).count;
  const before = await count();
  const response = await lists.fetch('lists', { method: 'POST', body, headers: { 'content-type': type } });
  expect([response.status, await response.json()]).toMatchObject([400, { code }]);
  expect(await count()).toBe(before);
});

test('a row of 5 MB is stored completely, and a body over the limit is refused without affecting other requests', async () => {
  const note = 'ä'.repeat(2.5 * 2 ** 20);
  expect((await ann.from('lists').insert({ name: 'large', note })).error).toBeNull();
  expect((await ann.from('lists').select('note').eq('name', 'large').single()).data?.['note'] === note).toBe(true);
  const response = await lists.fetch('lists', { method: 'POST', body: JSON.stringify({ name: 'x'.repeat(21 * 2 ** 20) }), headers: JSON_HEADERS });
  expect(response.status).toBe(413);
  expect((await ann.from('lists').select('id').eq('id', 101)).data).toHaveLength(1);
});

test('concurrent requests never see or change rows of other users', async () => {
  const results = await Promise.all(
    Array.from({ length: 60 }, async (_, at) => {
      const [own, client] = at % 2 === 0 ? ['ann', lists.ann] as const : ['ben', lists.ben] as const;
      switch (at % 3) {
        case 0: {
          const { data } = await client.from('items').insert({ list: 101, title: `by ${own}` }).select('title').single();
          return data?.['title'] === `by ${own}`;
        }
        case 1: return (await client.rpc('who')).data === `${own}@example.com`;
        default: {
          const { data } = await client.from('items').select('title, body').like('title', 'by %');
          return data?.every((row) => row['title'] === `by ${own}`);
        }
      }
    }),
  );
  expect(results).toEqual(results.map(() => true));
  expect((await lists.backend.client().from('items').select()).error).toMatchObject({ code: '42501' });
});
