import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { SupabaseClient } from '@supabase/supabase-js';
import { Backend } from '../backend.ts';
import { refusal } from './backend.ts';

let backend: Backend;
let files: ReturnType<SupabaseClient['storage']['from']>;
beforeAll(async () => {
  backend = await Backend.start('--memory');
  const { storage } = backend.admin();
  await storage.createBucket('box');
  files = storage.from('box');
  for (const name of ['b.txt', 'a/2.txt', 'a/1.txt', 'a/deep/x', 'a/deep/er/y', 'C.txt', '100__a', '100xxa', 'z']) {
    expect((await files.upload(name, name)).error).toBeNull();
  }
  await Promise.all(Array.from({ length: 105 }, (_unused, index) => files.upload(`many/${String(index).padStart(3, '0')}`, 'x')));
});
afterAll(() => backend.stop());

const names = (entries: { name: string }[] | null | undefined): string[] | undefined => entries?.map(({ name }) => name);

test('a folder shows its files and, without an id, its folders', async () => {
  const { data } = await files.list('a');
  expect(data).toMatchObject([
    { name: '1.txt', id: expect.any(String), metadata: { size: 7, mimetype: 'text/plain;charset=UTF-8', cacheControl: 'max-age=3600' } },
    { name: '2.txt', id: expect.any(String), created_at: expect.any(String), updated_at: expect.any(String) },
    { name: 'deep', id: null, metadata: null, created_at: null },
  ]);
  expect(names((await files.list('a/deep/')).data)).toEqual(['er', 'x']);
  expect(names((await files.list()).data)).toEqual(['100__a', '100xxa', 'a', 'b.txt', 'C.txt', 'many', 'z']);
  expect((await files.list('nothing')).data).toEqual([]);
  expect((await backend.admin().storage.from('nowhere').list()).data).toEqual([]);
});

test('a page has 100 entries by default, or the requested limit and offset', async () => {
  expect((await files.list('many')).data).toHaveLength(100);
  expect(names((await files.list('many', { limit: 3, offset: 101 })).data)).toEqual(['101', '102', '103']);
  expect((await files.list('many', { limit: 1000 })).data).toHaveLength(105);
});

test('entries are sorted as requested and found by prefix', async () => {
  expect(names((await files.list('', { sortBy: { column: 'name', order: 'desc' }, limit: 3 })).data)).toEqual(['z', 'many', 'C.txt']);
  const byTime = names((await files.list('', { sortBy: { column: 'created_at', order: 'desc' } })).data);
  expect(byTime).toEqual(['many', 'a', 'z', '100xxa', '100__a', 'C.txt', 'b.txt']);
  expect(names((await files.list('', { search: '100_' })).data)).toEqual(['100__a']);
  expect(names((await files.list('a', { search: 'DE' })).data)).toEqual(['deep']);
  expect(refusal(await files.list('', { sortBy: { column: 'metadata; drop table x' } }))).toEqual(['InvalidRequest', '400']);
});

test('keys are listed in full or by folder, in pages', async () => {
  const { data: flat } = await files.listV2({ prefix: 'a/' });
  expect([names(flat?.objects), flat?.folders, flat?.hasNext]).toEqual([['a/1.txt', 'a/2.txt', 'a/deep/er/y', 'a/deep/x'], [], false]);
  const { data: delimited } = await files.listV2({ prefix: 'a/', with_delimiter: true });
  expect([names(delimited?.objects), delimited?.folders]).toEqual([['a/1.txt', 'a/2.txt'], [{ name: 'a/deep/', key: 'deep' }]]);

  for (const sortBy of [undefined, { column: 'created_at', order: 'desc' }] as const) {
    const seen: string[] = [];
    let cursor: string | undefined;
    let pages = 0;
    do {
      const { data, error } = await files.listV2({ limit: 4, with_delimiter: true, ...(sortBy ? { sortBy } : {}), ...(cursor === undefined ? {} : { cursor }) });
      if (error) throw error;
      seen.push(...[...data.folders, ...data.objects].map(({ name }) => name));
      cursor = data.nextCursor;
      pages += 1;
    } while (cursor !== undefined);
    expect([pages, seen.sort()]).toEqual([2, ['100__a', '100xxa', 'C.txt', 'a/', 'b.txt', 'many/', 'z']]);
  }
  expect(refusal(await files.listV2({ cursor: 'nonsense' }))).toEqual(['InvalidParameter', '400']);
});
