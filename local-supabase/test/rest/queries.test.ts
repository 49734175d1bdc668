import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
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

const items = (columns = 'id') => ann.from('items').select(columns).order('id');

describe('full text', () => {
  test.each([
    ['a query as Postgres writes it', `'quick' & !'lazy'`, { config: 'simple' }, [201, 202, 204, 205]],
    ['beginnings of words', 'laz:*', { config: 'simple' }, [203]],
    ['plain words, in any order', 'dogs quick', { type: 'plain', config: 'simple' }, [203]],
    ['a phrase', 'lazy dogs', { type: 'phrase', config: 'simple' }, [203]],
    ['a phrase in another order', 'dogs lazy', { type: 'phrase', config: 'simple' }, []],
    ['what people type', '"lazy dogs" or 5 -work', { type: 'websearch', config: 'simple' }, [203, 205]],
    ['what people mistype', `o'brien & ) "`, { type: 'websearch', config: 'simple' }, []],
  ] as const)('by %s', async (_, query, options, found) => {
    expect(await items().textSearch('search', query, options)).toMatchObject({ error: null, data: found.map((id) => ({ id })) });
  });

  test('within other conditions', async () => {
    expect((await items().not('search', 'wfts(simple)', 'lazy')).data).toHaveLength(4);
    expect((await items().or('search.wfts(simple).lazy,rank.eq.5')).data).toEqual([{ id: 203 }, { id: 205 }]);
    expect((await items().textSearch('search', 'quick & (', {})).error).toMatchObject({ code: '42601' });
  });
});

describe('filters', () => {
  test('by values, lists, patterns and their combinations', async () => {
    expect((await items().or('rank.lt.2,and(rank.gt.3,done.is.false)')).data).toEqual([{ id: 201 }, { id: 205 }]);
    expect((await items().not('id', 'in', '(201,202)').gte('rank', 4)).data).toEqual([{ id: 204 }, { id: 205 }]);
    expect((await items().in('title', ['Item 1 quick', 'odd, "one")'])).data).toEqual([{ id: 201 }]);
    expect((await items().ilike('title', '%ITEM 2%')).data).toEqual([{ id: 202 }]);
    expect((await items().not('body', 'is', null)).data).toEqual([{ id: 203 }]);
    expect((await items().match({ rank: 4, done: true })).data).toEqual([{ id: 204 }]);
  });

  test('into JSON', async () => {
    expect((await ann.from('lists').select('name, color:meta->>color, first:meta->deep->list->0').eq('meta->>color', 'red')).data).toEqual([{ name: 'home', color: 'red', first: 1 }]);
    expect((await ann.from('lists').select('name').contains('meta', { deep: { list: [2] } })).data).toEqual([{ name: 'home' }]);
    expect((await ann.from('lists').select('name').order('meta->>color', { nullsFirst: true }).limit(1)).data).toEqual([{ name: 'work' }]);
  });
});

describe('embeds', () => {
  test('of one to many, many to one and many to many', async () => {
    expect((await ann.from('lists').select('name, items(id)').eq('id', 102)).data).toEqual([{ name: 'work', items: [{ id: 204 }, { id: 205 }] }]);
    expect((await items('id, of:lists(name)').eq('id', 201)).data).toEqual([{ id: 201, of: { name: 'home' } }]);
    expect((await items('id, tags(name)').eq('id', 201)).data).toEqual([{ id: 201, tags: [{ name: 'x' }, { name: 'y' }] }]);
    expect((await items('id, ...lists(list_name:name)').eq('id', 204)).data).toEqual([{ id: 204, list_name: 'work' }]);
  });

  test('with conditions, order and limit of their own', async () => {
    const query = (columns: string) => ann.from('lists').select(columns).order('id');
    expect((await query('name, items(id)').eq('items.rank', 5)).data).toEqual([{ name: 'home', items: [] }, { name: 'work', items: [{ id: 205 }] }]);
    expect((await query('name, items!inner(id)').eq('items.rank', 5)).data).toEqual([{ name: 'work', items: [{ id: 205 }] }]);
    const part = await query('items(id)').eq('id', 101).order('rank', { referencedTable: 'items', ascending: false }).limit(2, { referencedTable: 'items' });
    expect(part.data).toEqual([{ items: [{ id: 203 }, { id: 202 }] }]);
    expect((await query('items(id)').eq('id', 101).or('rank.eq.1,rank.eq.3', { referencedTable: 'items' })).data).toEqual([{ items: [{ id: 201 }, { id: 203 }] }]);
    expect((await query('name, items(count)')).data).toEqual([{ name: 'home', items: [{ count: 3 }] }, { name: 'work', items: [{ count: 2 }] }]);
    expect((await ann.from('items').select('id, lists(name)').order('lists(name)', { ascending: false }).order('id').limit(1)).data).toEqual([{ id: 204, lists: { name: 'work' } }]);
    expect((await items('id, item_tags(tag)').is('item_tags', null).lt('id', 204)).data).toEqual([{ id: 203, item_tags: [] }]);
  });

  test('of a table in itself', async () => {
    await ann.from('chains').insert([{ id: 1, next: 2 }, { id: 2, next: 3 }, { id: 3 }]);
    const chains = (columns: string) => ann.from('chains').select(columns).order('id');
    // The table's name means the referring rows, even if the alias is also a column.
    for (const columns of ['*, next:chains(id)', '*, next:chains!next(id)']) {
      expect((await chains(columns)).data).toEqual([{ id: 1, next: [] }, { id: 2, next: [{ id: 1 }] }, { id: 3, next: [{ id: 2 }] }]);
    }
    expect((await chains('id, next(id, after:next(id), from:chains(id))').neq('id', 3)).data).toEqual([
      { id: 1, next: { id: 2, after: { id: 3 }, from: [{ id: 1 }] } }, { id: 2, next: { id: 3, after: null, from: [{ id: 2 }] } },
    ]);
    expect((await chains('id, chains(id, chains(id))').eq('id', 3)).data).toEqual([{ id: 3, chains: [{ id: 2, chains: [{ id: 1 }] }] }]);
    expect((await chains('id, to:next!inner(id)')).data).toEqual([{ id: 1, to: { id: 2 } }, { id: 2, to: { id: 3 } }]);
    expect((await chains('id, to:next!inner(id)').eq('to.id', 3)).data).toEqual([{ id: 2, to: { id: 3 } }]);
    expect((await chains('id, ...next(to:id)')).data).toEqual([{ id: 1, to: 2 }, { id: 2, to: 3 }, { id: 3, to: null }]);
    expect((await chains('id, from:chains(id)').is('from', null)).data).toEqual([{ id: 1, from: [] }]);
    expect((await chains('id, from:chains(count)').eq('id', 2)).data).toEqual([{ id: 2, from: [{ count: 1 }] }]);
    expect((await ann.from('chains').select('id, to:next(id)').order('to(id)', { ascending: false, nullsFirst: false })).data).toEqual([{ id: 2, to: { id: 3 } }, { id: 1, to: { id: 2 } }, { id: 3, to: null }]);
    expect((await ann.from('chains').insert({ id: 4, next: 3 }).select('to:next(id), from:chains(id)')).data).toEqual([{ to: { id: 3 }, from: [] }]);
    expect((await ann.from('chains').update({ next: 2 }).eq('id', 4).select('id, next(from:chains(id))')).data).toEqual([{ id: 4, next: { from: [{ id: 1 }, { id: 4 }] } }]);
    expect(await chains('id, chains!chains_next_fkey(id)')).toMatchObject({ status: 400, error: { code: 'PGRST200' } });
  });

  test('of a table in itself, next to and within others', async () => {
    await ann.from('folders').insert([{ id: 1, list: 101 }, { id: 2, parent: 1, origin: 1 }, { id: 3, parent: 2, list: 102 }]);
    const folders = (columns: string) => ann.from('folders').select(columns).order('id');
    expect((await folders('up:parent(lists(name)), origin(id), within:folders!parent(id, of:list(name))').eq('id', 2)).data).toEqual([
      { up: { lists: { name: 'home' } }, origin: { id: 1 }, within: [{ id: 3, of: { name: 'work' } }] },
    ]);
    expect((await ann.from('lists').select('name, folders(id, up:parent(id))').eq('id', 102)).data).toEqual([{ name: 'work', folders: [{ id: 3, up: { id: 2 } }] }]);
    expect(await folders('id, folders(id)')).toMatchObject({ status: 300, error: { code: 'PGRST201', hint: expect.stringContaining(`'folders!parent'`) } });
    expect((await folders('id, up:parent(nothing)')).error).toMatchObject({ code: '42703' });
  });

  test('by name, if there are two relationships', async () => {
    expect(await ann.from('links').select('id, items(id)')).toMatchObject({ status: 300, error: { code: 'PGRST201' } });
    // An alias that is a column is no hint.
    const ways = `Try changing 'items' to one of the following: 'items!links_source_fkey', 'items!links_target_fkey'. Find the desired relationship in the 'details' key.`;
    expect(await ann.from('links').select('id, source:items(id)')).toMatchObject({ status: 300, error: { code: 'PGRST201', hint: ways } });
    expect((await ann.from('items').select('id, list:lists(name)').eq('id', 201)).data).toEqual([{ id: 201, list: { name: 'home' } }]);
    expect((await ann.from('links').select('from:items!source(id), to:items!links_target_fkey(id)')).data).toEqual([{ from: { id: 201 }, to: { id: 202 } }]);
    expect(await items('id, nowhere(id)')).toMatchObject({ status: 400, error: { code: 'PGRST200' } });
  });
});

describe('parts of a response', () => {
  test('are counted as requested', async () => {
    expect(await items().range(1, 2).then(({ status, data }) => [status, data])).toEqual([200, [{ id: 202 }, { id: 203 }]]);
    for (const count of ['exact', 'estimated'] as const) {
      expect(await ann.from('items').select('id', { count }).limit(1)).toMatchObject({ status: 206, count: 5 });
    }
    expect((await ann.from('items').select('id', { count: 'planned' }).limit(1)).count).toEqual(expect.any(Number));
    expect(await ann.from('items').select('*', { count: 'exact', head: true }).eq('done', true)).toMatchObject({ status: 200, count: 2, data: null });
    expect((await ann.from('lists').select('name, items!inner(id)', { count: 'exact' }).eq('items.rank', 5)).count).toBe(1);
  });

  test.each([
    ['items?select=id&offset=1&limit=2', { prefer: 'count=exact' }, 206, '1-2/5'],
    ['items?select=id', { range: '0-1', 'range-unit': 'items' }, 200, '0-1/*'],
    ['items?select=id&offset=100', { prefer: 'count=exact' }, 416, '*/5'],
    ['items?select=id&offset=100', {}, 200, '*/*'],
    ['items?select=id', { range: '5-1' }, 416, null],
    ['items?select=id&limit=-1', {}, 416, null],
  ])('%s with %j', async (address, headers: Record<string, string>, status, range) => {
    const response = await lists.fetch(address, { headers });
    expect([response.status, response.headers.get('content-range')]).toEqual([status, range]);
    if (status === 416) expect(await response.json()).toMatchObject({ code: 'PGRST103' });
  });

  test('are one row if one is requested', async () => {
    expect((await ann.from('items').select('id').eq('rank', 4).single()).data).toEqual({ id: 204 });
    expect(await ann.from('items').select('id').single()).toMatchObject({ status: 406, error: { code: 'PGRST116', details: 'The result contains 5 rows' } });
    expect(await ann.from('items').select('id').eq('id', 0).single()).toMatchObject({ status: 406, error: { code: 'PGRST116' } });
    expect(await ann.from('items').select('id').eq('id', 0).maybeSingle()).toMatchObject({ data: null, error: null });
    expect((await ann.from('items').select('id').maybeSingle()).error).toMatchObject({ code: 'PGRST116' });
  });

  test('have at most a thousand rows', async () => {
    await ann.from('tags').insert(Array.from({ length: 1001 }, (_, at) => ({ id: 1000 + at, name: `many ${String(at)}` })));
    expect((await ann.from('tags').select('id')).data).toHaveLength(1000);
  });
});

test('rows as CSV', async () => {
  expect((await ann.from('items').select('id, title, body').order('id').range(2, 3).csv()).data).toBe('id,title,body\n203,"Item 3 quick","two lazy dogs"\n204,"Item 4 quick",');
});

test.each([
  ['a plan', (): PromiseLike<unknown> => ann.from('items').select('id').explain(), 406, 'PGRST107'],
  ['a sum, as hosted projects do not offer', (): PromiseLike<unknown> => ann.from('items').select('rank.sum()'), 400, 'PGRST123'],
  ['a missing column', (): PromiseLike<unknown> => ann.from('items').select('nothing'), 400, '42703'],
  ['a filter of a missing column', (): PromiseLike<unknown> => items().eq('nothing', 1), 400, '42703'],
  ['a value of another type', (): PromiseLike<unknown> => items().eq('rank', 'first'), 400, '22P02'],
  ['an unknown operator', (): PromiseLike<unknown> => items().filter('rank', 'about', 1), 400, 'PGRST100'],
])('%s is refused', async (_, ask, status, code) => {
  expect(await ask()).toMatchObject({ status, error: { code } });
});
