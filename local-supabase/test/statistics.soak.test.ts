import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { SupabaseClient } from '@supabase/supabase-js';
import * as v from 'valibot';
import { Backend, clientOf, temporaryDirectory } from './backend.ts';
import { shortLimitsBackend } from './short-limits-backend.ts';

let directory: string;
let migrations: string;
let remove: () => Promise<void>;
beforeEach(async () => {
  ({ directory, remove } = await temporaryDirectory());
  migrations = path.join(directory, 'migrations');
  await mkdir(migrations);
  await writeFile(
    path.join(migrations, '1_rows.sql'),
    `create table public.many (id int primary key);
     create table public.few (id int primary key);
     create function public.add(number int) returns void language sql security definer as $$ insert into public.many select generate_series(1, number) $$;
     create function public.known() returns json language sql as
       $$ select json_object_agg(relname, reltuples) from pg_class where relname in ('many', 'few') $$;`,
  );
});
afterEach(() => remove());

/** The planner's row estimates of tables, -1 without statistics. */
async function known(client: SupabaseClient): Promise<{ many: number; few: number }> {
  return v.parse(v.object({ many: v.number(), few: v.number() }), (await client.rpc('known').throwOnError()).data);
}

test('the planner has statistics of seeded rows', async () => {
  const seed = path.join(directory, 'seed.sql');
  await writeFile(seed, 'insert into public.many select generate_series(1, 400); insert into public.few values (1);');
  const backend = await Backend.start('--memory', '--migrations', migrations, '--seed', seed);
  expect(await known(backend.client())).toEqual({ many: 400, few: -1 });
  await backend.stop();
});

test('the planner gets statistics of many written rows while the database is idle', async () => {
  const { apiUrl, key, stop } = await shortLimitsBackend(migrations);
  const client: SupabaseClient = clientOf(apiUrl, key);
  expect(await known(client)).toEqual({ many: -1, few: -1 });
  await client.rpc('add', { number: 400 }).throwOnError();
  let { many } = await known(client);
  while (many === -1) ({ many } = await known(client));
  expect(many).toBe(400);
  await stop();
});
