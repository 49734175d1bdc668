import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { SupabaseClient } from '@supabase/supabase-js';
import { Backend, temporaryDirectory } from '../backend.ts';

let backend: Backend;
let client: SupabaseClient;
let remove: () => Promise<void>;
beforeAll(async () => {
  const temporary = await temporaryDirectory();
  remove = temporary.remove;
  await writeFile(path.join(temporary.directory, '20260101000000_sales.sql'), `
    create table public.sales (id int primary key, shop text not null, amount int not null);
    grant select, insert on public.sales to anon;
    insert into public.sales values (1, 'north', 2), (2, 'north', 3), (3, 'south', 5);
    alter role authenticator set pgrst.db_aggregates_enabled = 'true';
    alter role authenticator set pgrst.db_tx_end = 'commit-allow-override';
    notify pgrst, 'reload config';
  `);
  backend = await Backend.start('--memory', '--migrations', temporary.directory);
  client = backend.client();
});
afterAll(async () => {
  await backend.stop();
  await remove();
});

test('a migration can allow aggregates', async () => {
  expect((await client.from('sales').select('shop, amount.sum(), id.count()').order('shop')).data).toEqual([
    { shop: 'north', sum: 5, count: 2 },
    { shop: 'south', sum: 5, count: 1 },
  ]);
});

test('a migration can let requests undo their changes', async () => {
  const inserted = await client.from('sales').insert({ id: 4, shop: 'west', amount: 7 }).select().setHeader('Prefer', 'return=representation, tx=rollback');
  expect(inserted.data).toEqual([{ id: 4, shop: 'west', amount: 7 }]);
  expect((await client.from('sales').select('id')).data).toHaveLength(3);
  expect((await client.from('sales').insert({ id: 4, shop: 'west', amount: 7 })).error).toBeNull();
  expect((await client.from('sales').select('id')).data).toHaveLength(4);
});

test('a migration can undo the changes of all requests that do not ask to keep them', async () => {
  const { directory, remove: removeDirectory } = await temporaryDirectory();
  await writeFile(path.join(directory, '20260101000000_drafts.sql'), `
    create table public.drafts (id int primary key);
    grant select, insert on public.drafts to anon;
    alter role authenticator set pgrst.db_tx_end = 'rollback-allow-override';
  `);
  const own = await Backend.start('--memory', '--migrations', directory);
  const drafts = own.client().from('drafts');
  const undone = await drafts.insert({ id: 1 }).select();
  expect([undone.data, undone.error]).toEqual([[{ id: 1 }], null]);
  expect((await drafts.select()).data).toEqual([]);
  await drafts.insert({ id: 2 }).setHeader('Prefer', 'tx=commit');
  expect((await drafts.select()).data).toEqual([{ id: 2 }]);
  await own.stop();
  await removeDirectory();
});

test('a value that PostgREST does not start with fails every request', async () => {
  const { directory, remove: removeDirectory } = await temporaryDirectory();
  await writeFile(path.join(directory, '20260101000000_end.sql'), `create table public.drafts (id int); grant select on public.drafts to anon; alter role authenticator set pgrst.db_tx_end = 'sometimes';`);
  const own = await Backend.start('--memory', '--migrations', directory);
  expect(await own.client().from('drafts').select()).toMatchObject({ status: 500, data: null });
  await own.stop();
  await removeDirectory();
});
