import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { TABLES } from '../../doctor/check-tables.ts';
import { ROOT } from '../../repository/repository.ts';

test('the doctor looks for each table that the migrations make for the pages', async () => {
  const folder = path.join(ROOT, 'supabase/migrations');
  const texts = await Promise.all((await readdir(folder)).map((file) => readFile(path.join(folder, file), 'utf8')));
  const made = texts.flatMap((text) => [...text.matchAll(/^create table public\.(\w+)/gm)].map(([, table]) => table));
  expect(TABLES).toEqual(made.sort());
});
