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

test('arguments are named, and have their defaults', async () => {
  expect((await ann.rpc('add_up', { a: 1, b: 2 })).data).toBe(3);
  expect((await ann.rpc('add_up', { a: 1 })).data).toBe(11);
  expect((await ann.rpc('add_up', { b: 1, a: 1 }, { get: true })).data).toBe(2);
  expect((await ann.rpc('mark', { payload: { a: [1] } })).data).toEqual({ a: [1], seen: true });
  expect((await ann.rpc('sum_of', { numbers: [1, 2, 3] })).data).toBe(6);
  expect((await ann.rpc('sum_of', { numbers: [1, 2, 3] }, { get: true })).data).toBe(6);
});

test('rows of a function can be filtered, embedded, counted and paged like those of a table', async () => {
  expect((await ann.rpc('titles')).data).toHaveLength(5);
  expect((await ann.rpc('items_from', { lowest: 3 }).select('id, lists(name)').lt('rank', 5).order('id', { ascending: false })).data).toEqual([
    { id: 204, lists: { name: 'work' } },
    { id: 203, lists: { name: 'home' } },
  ]);
  expect(await ann.rpc('items_from', { lowest: 2 }, { count: 'exact' }).select('id').order('id').range(0, 0)).toMatchObject({ status: 206, count: 4, data: [{ id: 202 }] });
  expect(await ann.rpc('items_from', {}, { head: true, count: 'exact' })).toMatchObject({ status: 200, count: 5, data: null });
  expect(await ann.rpc('items_from', { lowest: 4 }, { head: true, count: 'exact' })).toMatchObject({ status: 200, count: 2, data: null });
  expect((await ann.rpc('summary', { of_list: 101 })).data).toEqual([{ total: 3, done: 1 }]);
  expect((await ann.rpc('summary', { of_list: 101 }).single()).data).toEqual({ total: 3, done: 1 });
});

const AT_MOST_ONE = 'handling=strict, max-affected=1';

test('a call that changes more rows than it may changes none', async () => {
  expect(await ann.rpc('raise_all', { lowest: 4 }).setHeader('Prefer', AT_MOST_ONE)).toMatchObject({ status: 400, error: { code: 'PGRST124', details: 'The query affects 2 rows' } });
  expect((await ann.rpc('items_from', { lowest: 1000 })).data).toEqual([]);
  expect((await ann.rpc('items_from', { lowest: 5 }).setHeader('Prefer', AT_MOST_ONE)).data).toHaveLength(1);
  expect(await ann.rpc('add_up', { a: 1 }).setHeader('Prefer', AT_MOST_ONE)).toMatchObject({ status: 400, error: { code: 'PGRST128' } });
});

test('a function that returns one row can return none', async () => {
  expect((await ann.rpc('item_of', { of_rank: 3 }).eq('done', true)).data).toBeNull();
  expect(await ann.rpc('item_of', { of_rank: 3 }).eq('id', 0)).toMatchObject({ status: 200, data: null, error: null });
  expect(await ann.rpc('item_of', { of_rank: 3 }).eq('id', 0).single()).toMatchObject({ status: 406, error: { code: 'PGRST116' } });
});

test('a function whose parameter has no name cannot be called', async () => {
  expect(await ann.rpc('twice', { value: 2 })).toMatchObject({ status: 404, error: { code: 'PGRST202' } });
});

test('a function has the rights of its caller, and cannot change anything by GET', async () => {
  expect((await lists.ben.rpc('titles')).data).toEqual(['Item of Ben quick']);
  await lists.ben.rpc('raise_rank', { of_item: 201 });
  expect(await ann.rpc('raise_rank', { of_item: 205 })).toMatchObject({ status: 204, error: null });
  expect(await ann.rpc('raise_rank', { of_item: 204 }, { get: true })).toMatchObject({ status: 405, error: { code: '25006' } });
  expect((await ann.from('items').select('rank').in('id', [201, 204, 205]).order('id')).data).toEqual([{ rank: 1 }, { rank: 4 }, { rank: 105 }]);
});

test('a function reads its request, and sets the status and headers of its response', async () => {
  const response = await lists.fetch('rpc/accept', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json', 'x-agent': 'tests' } });
  expect(response.status).toBe(202);
  expect(response.headers.get('x-lists')).toBe('kept');
  expect(await response.json()).toMatchObject({ method: 'POST', path: expect.stringMatching(/\/rpc\/accept$/), agent: 'tests' });
  expect((await ann.rpc('add_up', { a: 1 })).status).toBe(200);
});

test('a query of a table reads its own request', async () => {
  await ann.rpc('accept').setHeader('x-agent', 'earlier');
  expect((await ann.from('asked').select('*').setHeader('x-agent', 'tests').single()).data).toEqual({ method: 'GET', path: '/asked', agent: 'tests' });
});

test.each([
  ['P0001', 400], ['PT409', 409], ['PT402', 402], ['P0002', 500], ['42501', 403], ['23505', 409], ['23514', 400], ['22023', 400], ['28000', 403], ['AB123', 400],
])('an error that a function raises as %s arrives completely, with status %i', async (code, status) => {
  const { status: actualStatus, error } = await ann.rpc('fail', { code, message: 'Not today.', hint: 'Come tomorrow.', detail: 'It is late.' });
  expect({ status: actualStatus, ...error }).toMatchObject({ status, code, message: 'Not today.', hint: 'Come tomorrow.', details: 'It is late.' });
});

test('a call without a matching function says so', async () => {
  expect(await ann.rpc('nothing')).toMatchObject({ status: 404, error: { code: 'PGRST202' } });
  expect(await ann.rpc('add_up', { a: 1, c: 1 })).toMatchObject({ status: 404, error: { code: 'PGRST202' } });
  expect(await ann.rpc('add_up', { a: 'one' })).toMatchObject({ status: 400, error: { code: '22P02' } });
});
