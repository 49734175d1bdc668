import type { SupabaseClient } from '../../src/contract/auth.ts';
import { backend, network } from '../../src/testing/testing.ts';
import { closeTestSite, openTestSite, testSite, UnhandledRequestError } from '../../src/testing/test-site.ts';

let client: SupabaseClient;

beforeEach(async () => {
  client = await testSite().openTab().signIn.getSupabase();
});

describe('tables', () => {
  beforeEach(() => {
    backend.table('customers').insert({ id: 1, name: 'Bea' }, { id: 2, name: 'Cleo' });
    backend.table('orders').define({ references: { customer_id: 'customers' }, unique: [['number']] });
    backend.table('orders').insert(
      { id: 10, number: 'A', customer_id: 1, data: { address: { city: 'Bonn' } }, tags: ['new', 'red'] },
      { id: 11, number: 'B', customer_id: 2, data: null, tags: [] },
      { id: 12, number: 'C', customer_id: 1, data: { address: { city: 'Ulm' } }, tags: ['red'] },
    );
  });

  it('accepts several rows without a value in a unique column', async () => {
    const rows = [{ id: 20, number: 'D' }, { id: 21 }, { id: 22 }];
    expect((await client.from('orders').insert(rows)).status).toBe(201);
    expect((await client.from('orders').select('id').is('number', null).order('id')).data).toEqual([{ id: 21 }, { id: 22 }]);
  });

  it('embeds referenced and referencing rows', async () => {
    expect((await client.from('orders').select('number, customers(name)').eq('id', 11).single()).data).toEqual({ number: 'B', customers: { name: 'Cleo' } });
    expect((await client.from('customers').select('name, bought:orders(number)').order('id')).data).toEqual([
      { name: 'Bea', bought: [{ number: 'A' }, { number: 'C' }] },
      { name: 'Cleo', bought: [{ number: 'B' }] },
    ]);
    expect((await client.from('customers').select('orders(nothing)')).error).toMatchObject({ code: '42703' });
    expect((await client.from('customers').select('invoices(id)')).error).toMatchObject({ code: 'PGRST200' });
  });

  it('selects within JSON and arrays', async () => {
    expect((await client.from('orders').select('city:data->address->>city').eq('data->address->>city', 'Ulm')).data).toEqual([{ city: 'Ulm' }]);
    expect((await client.from('orders').select('id').contains('tags', ['red']).order('id')).data).toEqual([{ id: 10 }, { id: 12 }]);
    expect((await client.from('orders').select('id').is('data', null)).data).toEqual([{ id: 11 }]);
    expect((await client.from('orders').select('id').or('id.eq.10,and(customer_id.eq.2,number.neq.X)').order('id')).data).toEqual([{ id: 10 }, { id: 11 }]);
  });

  it('selects arrays with values that contain a colon, and refuses broken JSON', async () => {
    backend.table('orders').insert({ id: 13, number: 'E', tags: ['a:b'], data: null });
    expect((await client.from('orders').select('id').contains('tags', ['a:b'])).data).toEqual([{ id: 13 }]);
    expect((await client.from('orders').select('id').contains('data', '{broken')).error).toMatchObject({ code: '22P02' });
  });

  it('merges only by unique columns', async () => {
    expect((await client.from('orders').upsert({ number: 'A', customer_id: 2 }, { onConflict: 'number' })).error).toBeNull();
    expect((await client.from('orders').upsert({ number: 'A', customer_id: 2 }, { onConflict: 'customer_id' })).error).toMatchObject({ code: '42P10' });
  });

  it('embeds by a key of the other table, and accepts quoted values in lists', async () => {
    backend.table('profiles').define({ key: ['person'] }).insert({ person: 'p1', name: 'Bea, the first' });
    backend.table('members').define({ references: { person: 'profiles' } }).insert({ id: 1, person: 'p1' });
    expect((await client.from('members').select('id, profiles(name)')).data).toEqual([{ id: 1, profiles: { name: 'Bea, the first' } }]);
    expect((await client.from('profiles').select('person').or('name.eq."Bea, the first",name.eq.none')).data).toEqual([{ person: 'p1' }]);
  });

  it('searches for words and their prefixes', async () => {
    const texts = backend.table('texts').define({ search: { search: ['title', 'body'] } });
    texts.insert({ id: 1, title: "It's ink", body: 'and paper' }, { id: 2, title: 'Pens', body: 'papyrus' });
    const search = async (words: string) => (await client.from('texts').select('id').textSearch('search', words, { config: 'simple' }).order('id')).data;
    expect(await search("'pap':*")).toEqual([{ id: 1 }, { id: 2 }]);
    expect(await search("'pap'")).toEqual([]);
    expect(await search("'it''s':* & 'paper':*")).toEqual([{ id: 1 }]);
    expect(await search('ink & pens')).toEqual([]);
    texts.update(({ id }) => id === 2, { body: 'ink' });
    expect(await search('ink & pens')).toEqual([{ id: 2 }]);
    expect((await client.from('texts').select('id').textSearch('search', 'paper ink', { config: 'simple', type: 'plain' })).data).toEqual([{ id: 1 }]);
  });

  it('runs the functions that stand for triggers', async () => {
    backend.table('counted').define({
      triggers: { insert: (row) => ({ ...row, version: 1 }), update: (row, before) => ({ ...row, version: Number(before['version']) + 1 }) },
    });
    await client.from('counted').insert({ id: 1, name: 'a' });
    expect((await client.from('counted').update({ name: 'b' }).eq('version', 1).select()).data).toEqual([{ id: 1, name: 'b', version: 2 }]);
    expect((await client.from('counted').update({ name: 'c' }).eq('version', 1).select()).data).toEqual([]);
  });

  it('refuses an upsert that gives a row to someone whose rows the policy forbids', async () => {
    backend.table('lists').define({ policy: ({ owner }) => owner !== 'bob' });
    backend.table('lists').insert({ id: 1, owner: 'ada' });
    expect((await client.from('lists').upsert({ id: 1, owner: 'bob' })).error).toMatchObject({ code: '42501' });
    expect(backend.table('lists').rows).toEqual([{ id: 1, owner: 'ada' }]);
  });

  it('upserts rows, or ignores duplicates', async () => {
    await client.from('orders').upsert({ id: 10, number: 'Z' });
    expect(backend.table('orders').rows.find(({ id }) => id === 10)).toMatchObject({ number: 'Z', customer_id: 1 });
    await client.from('orders').upsert({ number: 'B', customer_id: 1 }, { onConflict: 'number', ignoreDuplicates: true });
    expect(backend.table('orders').rows).toHaveLength(3);
    expect((await client.from('orders').insert({ number: 'B' })).error).toMatchObject({ code: '23505' });
  });

  it('applies all changes of a request, or none', async () => {
    const before = [...backend.table('orders').rows];
    expect((await client.from('orders').insert([{ number: 'D' }, { number: 'A' }])).error).toMatchObject({ code: '23505' });
    expect((await client.from('orders').update({ number: 'D' }).eq('customer_id', 1)).error).toMatchObject({ code: '23505' });
    expect(backend.table('orders').rows).toEqual(before);
  });

  it('matches an escaped wildcard literally', async () => {
    backend.table('customers').insert({ id: 3, name: '50% off' }, { id: 4, name: '500 off' }, { id: 5, name: 'a_b' }, { id: 6, name: 'a.b' });
    const like = async (pattern: string) => (await client.from('customers').select('id').like('name', pattern)).data;
    expect(await like(String.raw`50\%%`)).toEqual([{ id: 3 }]);
    expect(await like('50_ o%')).toEqual([{ id: 3 }, { id: 4 }]);
    expect(await like(String.raw`a\_b`)).toEqual([{ id: 5 }]);
    expect(await like('a.b')).toEqual([{ id: 6 }]);
  });

  it('reports an unsupported request, and fails the test', async () => {
    const { error } = await client.from('orders').select('id').textSearch('number', 'ink');
    expect(error?.message).toMatch(/The fake backend does not know GET \/rest\/v1\/orders: it filters with the operator of "fts\.ink"/);
    await expect(closeTestSite()).rejects.toThrow(UnhandledRequestError);
    await openTestSite();
  });

  it('refuses a table that the test has not declared', async () => {
    expect((await client.from('oders').select()).error).toMatchObject({ code: 'PGRST205', hint: "A test names the tables of its pages: backend.table('oders')." });
  });
});

describe('functions', () => {
  it('run the handler of the test', async () => {
    const { id } = backend.auth.addPerson({ email: 'bea@example.com' });
    backend.function('export', ({ body, caller }) => ({ body, by: caller?.id ?? null }));
    backend.function('broken', () => Response.json({ message: 'not today' }, { status: 500 }));
    backend.databaseFunction('total', ({ body }) => body);
    expect((await client.functions.invoke('export', { body: { from: 1 } })).data).toEqual({ body: { from: 1 }, by: null });
    await client.auth.signInWithPassword({ email: 'bea@example.com', password: 'correct horse' });
    expect((await client.functions.invoke('export', { body: {} })).data).toEqual({ body: {}, by: id });
    expect((await client.functions.invoke('broken')).error).toMatchObject({ name: 'FunctionsHttpError' });
    expect((await client.functions.invoke('absent')).error).toMatchObject({ name: 'FunctionsHttpError' });
    expect((await client.rpc('total', { of: 3 })).data).toEqual({ of: 3 });
    expect((await client.rpc('absent')).error).toMatchObject({ code: 'PGRST202' });
  });
});

describe('storage', () => {
  const avatars = () => client.storage.from('avatars');

  it('gives the files of a public bucket to everyone, whatever the policy says', async () => {
    backend.storage.bucket('brochures').define({ isPublic: true, policy: () => false }).put('a.txt', 'hello');
    const brochures = client.storage.from('brochures');
    expect(await (await fetch(brochures.getPublicUrl('a.txt').data.publicUrl)).text()).toBe('hello');
    expect(await (await brochures.download('a.txt')).data?.text()).toBe('hello');
    expect((await brochures.list()).data).toEqual([]);
  });

  beforeEach(() => {
    backend.storage.bucket('avatars').define({ largestFile: 1000, mediaTypes: ['image/*', 'text/plain'] });
  });

  it('stores and returns files of the browser', async () => {
    const { data, error } = await avatars().upload('ada/a b.txt', new File(['hello'], 'a b.txt', { type: 'text/plain' }));
    expect([error, data?.path]).toEqual([null, 'ada/a b.txt']);
    expect(backend.storage.bucket('avatars').textOf('ada/a b.txt')).toBe('hello');
    expect(await (await avatars().download('ada/a b.txt')).data?.text()).toBe('hello');
    expect((await avatars().upload('ada/a b.txt', new Blob(['again'], { type: 'text/plain' }))).error).toMatchObject({ statusCode: '409' });
    await avatars().upload('ada/a b.txt', new Blob(['again'], { type: 'text/plain' }), { upsert: true });
    expect(backend.storage.bucket('avatars').textOf('ada/a b.txt')).toBe('again');
  });

  it('lists, moves, copies and removes', async () => {
    const bucket = backend.storage.bucket('avatars');
    for (const path of ['ada/1.txt', 'ada/2.txt', 'ada/old/3.txt', 'bea/4.txt']) bucket.put(path, path);
    expect((await avatars().list('ada')).data?.map(({ name, id }) => [name, id === null])).toEqual([['1.txt', false], ['2.txt', false], ['old', true]]);
    expect((await avatars().list('ada', { limit: 1, sortBy: { column: 'name', order: 'desc' } })).data?.map(({ name }) => name)).toEqual(['old']);
    await avatars().move('ada/1.txt', 'ada/9.txt');
    await avatars().copy('ada/2.txt', 'ada/8.txt');
    expect((await avatars().remove(['bea/4.txt', 'none'])).data).toHaveLength(1);
    expect(bucket.files.map(({ path }) => path)).toEqual(['ada/2.txt', 'ada/8.txt', 'ada/9.txt', 'ada/old/3.txt']);
  });

  it('replaces a file that does not exist, searches the beginnings of names, and copies to another bucket', async () => {
    backend.storage.bucket('archive');
    const files = avatars();
    expect((await files.update('ada/a b.txt', new Blob(['x'], { type: 'text/plain' }))).error).toBeNull();
    expect((await files.list('ada', { search: 'a b' })).data).toHaveLength(1);
    expect((await files.list('ada', { search: 'b.txt' })).data).toEqual([]);
    expect((await files.copy('ada/a b.txt', 'copied.txt', { destinationBucket: 'archive' })).error).toBeNull();
    expect((await client.storage.from('archive').list()).data?.map(({ name }) => name)).toEqual(['copied.txt']);
    const { data } = await files.createSignedUrl('ada/a b.txt', 60);
    expect((await fetch(data?.signedUrl ?? '')).status).toBe(200);
  });

  it('does not reveal files that the policy hides', async () => {
    backend.storage.bucket('avatars').define({ policy: (path, caller) => path.startsWith(`${String(caller?.id)}/`) });
    backend.storage.bucket('avatars').put('ada/1.txt', 'hello');
    expect((await avatars().exists('ada/1.txt')).data).toBe(false);
    backend.storage.bucket('avatars').define({});
    expect((await avatars().exists('ada/1.txt')).data).toBe(true);
  });

  it('signs addresses, which expire', async () => {
    backend.storage.bucket('avatars').put('ada/1.txt', 'hello');
    const { data } = await avatars().createSignedUrl('ada/1.txt', 60);
    expect(await (await fetch(data?.signedUrl ?? '')).text()).toBe('hello');
    expect((await avatars().createSignedUrl('none', 60)).error).toMatchObject({ statusCode: '404' });
    const { data: many } = await avatars().createSignedUrls(['ada/1.txt', 'none'], 60);
    expect(many?.map(({ error }) => error === null)).toEqual([true, false]);
    expect((await fetch(avatars().getPublicUrl('ada/1.txt').data.publicUrl)).status).toBe(400);
  });

  it('refuses files that the bucket does not accept', async () => {
    expect((await avatars().upload('big', new Blob(['x'.repeat(1001)], { type: 'text/plain' }))).error).toMatchObject({ statusCode: '413' });
    expect((await avatars().upload('page', new Blob(['<p>'], { type: 'text/html' }))).error).toMatchObject({ statusCode: '415' });
    expect((await client.storage.from('none').download('x')).error).not.toBeNull();
    backend.storage.bucket('avatars').define({ policy: (path, caller) => path.startsWith(`${caller?.id ?? ''}/`) });
    expect((await avatars().upload('ada/1', new Blob(['x']))).error).toMatchObject({ statusCode: '403' });
  });

  it('accepts an upload to a signed address that the policy granted', async () => {
    backend.storage.bucket('avatars').define({ mediaTypes: ['text/plain'], policy: (path) => path.startsWith('ada/') });
    const { data } = await avatars().createSignedUploadUrl('ada/signed.txt');
    const sent = await fetch(data?.signedUrl ?? '', { method: 'PUT', headers: { 'content-type': 'text/plain' }, body: 'hello' });
    expect(sent.status).toBe(200);
    expect(backend.storage.bucket('avatars').textOf('ada/signed.txt')).toBe('hello');
    expect((await avatars().uploadToSignedUrl('ada/signed.txt', 'another token', new Blob(['x']))).error).toMatchObject({ statusCode: '400' });
    expect((await avatars().createSignedUploadUrl('bob/signed.txt')).error).toMatchObject({ statusCode: '403' });
  });
});

describe('the network', () => {
  it('passes requests to other addresses to the handler of the test', async () => {
    network.answer('https://rates.example.com/', (request) => Response.json({ asked: new URL(request.url).search }));
    expect(await (await fetch('https://rates.example.com/today?in=EUR')).json()).toEqual({ asked: '?in=EUR' });
    const asked = await new Promise<string>((resolve) => {
      const request = new XMLHttpRequest();
      request.open('GET', `${backend.url}/auth/v1/settings`);
      request.onload = () => resolve(request.responseText);
      request.send();
    });
    expect(JSON.parse(asked)).toMatchObject({ mailer_autoconfirm: true });
  });

  it('fails the test for a request that nothing handles', async () => {
    await expect(fetch('https://elsewhere.example.com/x')).rejects.toThrow(TypeError);
    await expect(closeTestSite()).rejects.toThrow(/The page requested GET https:\/\/elsewhere\.example\.com\/x, which nothing in the test handles/);
    await openTestSite();
  });
});
