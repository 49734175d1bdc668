import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Backend, PASSWORD, temporaryDirectory } from './backend.ts';

let directory: string;
let remove: () => Promise<void>;
beforeAll(async () => {
  ({ directory, remove } = await temporaryDirectory());
});
afterAll(() => remove());

/** Starts a backend in the host process of this test worker, which has the results of earlier migrations. */
const start = (): Promise<Backend> => Backend.start('--memory', '--migrations', directory);

/** Adds a user and a row, and stops the backend. */
async function use(backend: Backend): Promise<void> {
  expect((await backend.client().auth.signUp({ email: 'ann@example.com', password: PASSWORD })).error).toBeNull();
  expect((await backend.client().from('things').insert({ id: 2 })).error).toBeNull();
  await backend.stop();
}

test('backends with the same migrations share only what the migrations make', async () => {
  await writeFile(
    path.join(directory, '1_things.sql'),
    'create table public.things (id int, made_at timestamptz default now()); grant select, insert on public.things to anon; insert into public.things values (1);',
  );
  const [first, second] = [await start(), await start()];
  const { data: made } = await second.client().from('things').select();
  await use(first);
  await use(second);

  await writeFile(path.join(directory, '2_more.sql'), 'alter table public.things add column note text;');
  const third = await start();
  expect(new Set([first, second, third].map(({ ready }) => ready.secretKey)).size).toBe(3);
  // The time is the one of the second backend: the third has not run the first migration again.
  const { data: things } = await third.client().from('things').select();
  expect(things).toEqual([{ ...made?.[0], id: 1, note: null }]);
  const { data: users } = await third.admin().auth.admin.listUsers();
  expect(users.users).toEqual([]);
  await third.stop();
});
