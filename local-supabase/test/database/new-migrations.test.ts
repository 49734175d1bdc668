import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { SupabaseClient } from '@supabase/supabase-js';
import { BackendProcess, temporaryDirectory } from '../backend.ts';

let directory: string;
let remove: () => Promise<void>;
let backend: BackendProcess;
let client: SupabaseClient;
beforeAll(async () => {
  ({ directory, remove } = await temporaryDirectory());
  await writeMigration('1_things.sql', 'create table public.things (id int primary key); grant select, insert on public.things to anon;');
  backend = await BackendProcess.run(['--memory', '--migrations', directory]);
  client = backend.client();
});
afterAll(async () => {
  await backend.stop();
  await remove();
});

/** Writes a file with a migration. Returns its path. */
async function writeMigration(name: string, sql: string): Promise<string> {
  const file = path.join(directory, name);
  await writeFile(file, sql);
  return file;
}

/** Asks the running backend to run new migrations. Resolves with its reply. */
function migrate(): Promise<unknown> {
  return new Promise((resolve) => {
    backend.running.process.once('message', resolve);
    backend.running.process.send({ type: 'migrate' });
  });
}

test('a running backend runs new migrations, and serves their tables, columns and functions', async () => {
  // The backend has read the schema, and the columns of a table that was written.
  expect((await client.from('things').insert({ id: 1 }).select()).data).toEqual([{ id: 1 }]);
  expect((await client.from('things').select('note')).error?.code).toBe('42703');
  expect((await client.from('parts').select()).error?.code).toBe('PGRST205');
  expect((await client.rpc('count_things')).error?.code).toBe('PGRST202');
  expect(await migrate()).toEqual({ type: 'migrated', files: [] });

  const files = [
    await writeMigration('2_note.sql', `alter table public.things add column note text not null default '-'`),
    await writeMigration('3_parts.sql', 'create table public.parts (thing int references public.things (id)); grant select, insert on public.parts to anon;'),
    await writeMigration('4_count.sql', 'create function public.count_things() returns bigint language sql as $$ select count(*) from public.things $$'),
  ];
  expect(await migrate()).toEqual({ type: 'migrated', files });
  expect((await client.from('things').insert({ id: 2, note: 'new' }).select()).data).toEqual([{ id: 2, note: 'new' }]);
  expect((await client.from('parts').insert({ thing: 2 })).error).toBeNull();
  expect((await client.from('things').select('note, parts (thing)').order('id')).data).toEqual([
    { note: '-', parts: [] },
    { note: 'new', parts: [{ thing: 2 }] },
  ]);
  expect((await client.rpc('count_things')).data).toBe(2);
  expect(await migrate()).toEqual({ type: 'migrated', files: [] });
});

test('a running backend refuses a broken migration with file and line, keeps those before it, and runs it after it is corrected', async () => {
  await writeMigration('5_kept.sql', 'create table public.kept (id int); grant select on public.kept to anon;');
  const broken = await writeMigration('6_broken.sql', 'create table public.half (id int);\n\ncreate tabel public.oops (id int);');
  expect(await migrate()).toEqual({
    type: 'refused',
    message: `The migration ${broken} (line 3) failed: syntax error at or near "tabel". Correct it and try again; nothing of it was applied.`,
  });
  expect((await client.from('kept').select()).data).toEqual([]);
  expect((await client.from('half').select()).error?.code).toBe('PGRST205');

  await writeMigration('6_broken.sql', 'create table public.half (id int); grant select on public.half to anon;');
  expect(await migrate()).toEqual({ type: 'migrated', files: [broken] });
  expect((await client.from('half').select()).data).toEqual([]);
});

test('a running backend reports a migration that was edited after it ran', async () => {
  const printed = new Promise((resolve) => {
    backend.running.process.stderr?.once('data', resolve);
  });
  const edited = await writeMigration('6_broken.sql', 'create table public.whole (id int)');
  expect(await migrate()).toEqual({ type: 'migrated', files: [] });
  expect(String(await printed)).toContain(`The migration ${edited} has changed since this database ran it`);
});

test('two messages at the same time run a migration once', async () => {
  const file = await writeMigration('7_once.sql', 'create table public.once (id int)');
  const replies: unknown[] = [];
  const both = new Promise<void>((resolve) => {
    backend.running.process.on('message', (reply) => {
      if (replies.push(reply) === 2) resolve();
    });
  });
  for (let message = 0; message < 2; message += 1) backend.running.process.send({ type: 'migrate' });
  await both;
  backend.running.process.removeAllListeners('message');
  expect(replies).toEqual([{ type: 'migrated', files: [file] }, { type: 'migrated', files: [] }]);
});

test('a running backend reports a file that it cannot read, and continues', async () => {
  const folder = path.join(directory, '8_folder.sql');
  await mkdir(folder);
  expect(await migrate()).toEqual({ type: 'refused', message: `Cannot read the migration ${folder}. Check that it is a file that you may read.` });
  expect((await client.from('things').select('id')).data).toHaveLength(2);
});
