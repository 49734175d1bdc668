import { randomInt } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { SupabaseClient } from '@supabase/supabase-js';
import * as v from 'valibot';
import { Backend, BackendProcess, migrationsDirectory, PASSWORD, run, temporaryDirectory } from './backend.ts';

jest.setTimeout(300_000);

let directory: string;
let remove: () => Promise<void>;
beforeEach(async () => {
  ({ directory, remove } = await temporaryDirectory());
});
afterEach(() => remove());

/** Starts a backend in its own process, which a test can kill. */
function start(): Promise<BackendProcess> {
  return BackendProcess.run(['--data-dir', directory, '--migrations', migrationsDirectory]);
}

/** Opens the directory in the host process of the test worker, which costs half as much as a process of its own. */
function open(): Promise<Backend> {
  return Backend.start('--data-dir', directory, '--migrations', migrationsDirectory);
}

function keysOf({ ready: { publishableKey, secretKey, anonKey, serviceRoleKey } }: Backend): string[] {
  return [publishableKey, secretKey, anonKey, serviceRoleKey];
}

test('a data directory has its own permanent keys, is seeded once, runs no migration again that was edited, and is locked', async () => {
  const migrations = path.join(directory, 'migrations');
  await mkdir(migrations);
  const edited = path.join(migrations, '1_things.sql');
  const sql = 'create table public.things (id int);\ngrant select on public.things to anon;\n';
  await writeFile(edited, sql);
  await writeFile(path.join(migrations, '2_windows.sql'), sql.replaceAll('things', 'others'));
  const seed = path.join(directory, 'seed.sql');
  await writeFile(seed, 'insert into public.things values (1);');
  const data = path.join(directory, 'data');
  const options = ['--migrations', migrations, '--seed', seed];
  const keys: string[][] = [];
  for (const folder of [data, path.join(directory, 'other')]) {
    const first = await Backend.start('--data-dir', folder, ...options);
    expect((await first.client().from('things').select()).data).toEqual([{ id: 1 }]);
    keys.push(keysOf(first));
    await first.stop();
  }
  expect(new Set(keys.flat()).size).toBe(8);
  expect(keys[0]).toEqual([expect.stringMatching(/^sb_publishable_[\w-]{32}$/), expect.stringMatching(/^sb_secret_[\w-]{32}$/), expect.stringMatching(/^eyJ/), expect.stringMatching(/^eyJ/)]);

  await writeFile(edited, sql.replace('id int', 'id int, note text'));
  await writeFile(path.join(migrations, '2_windows.sql'), sql.replaceAll('things', 'others').replaceAll('\n', '\r\n'));
  const backend = await BackendProcess.run(['--data-dir', data, ...options]);
  expect(keysOf(backend)).toEqual(keys[0]);
  expect((await backend.client().from('things').select()).data).toEqual([{ id: 1 }]);
  expect((await backend.client().from('things').select('note')).error?.code).toBe('42703');
  await expect(Backend.start('--data-dir', data)).rejects.toThrow(`in use by another local-supabase (process ${String(backend.running.process.pid)})`);
  expect(await backend.end()).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^local-supabase ready: /),
    stderr: `local-supabase: The migration ${edited} has changed since this database ran it, and it does not run again. Undo the change and write a new migration, or start with an empty database (npm start -- --reset).\n`,
  });
});

test('sessions, mails and signing keys survive a restart', async () => {
  const before = await open();
  const client = before.client();
  const { data } = await client.auth.signUp({ email: 'stay@example.com', password: PASSWORD });
  await client.auth.resetPasswordForEmail('stay@example.com');
  const message = await before.newestMessage('stay@example.com');
  await before.stop();

  const after = await open();
  const { data: user, error } = await after.client().auth.getUser(data.session?.access_token);
  expect([error, user.user?.email]).toEqual([null, 'stay@example.com']);
  expect((await after.client().auth.refreshSession({ refresh_token: data.session?.refresh_token ?? '' })).error).toBeNull();
  expect(await after.newestMessage('stay@example.com')).toEqual(message);
  await after.stop();
});

test('a running process keeps its directory locked; a killed one does not, and what it acknowledged stays', async () => {
  const holder = await start();
  const writer = holder.client();
  expect((await writer.auth.signUp({ email: 'writer@example.com', password: PASSWORD })).error).toBeNull();
  // One line: command.test.ts expects that the command prints the message and nothing else.
  await expect(open()).rejects.toThrow(new RegExp(`^[^\\n]*in use by another local-supabase \\(process ${String(holder.running.process.pid)}\\)[^\\n]*$`));
  expect((await writer.from('workspace_notes').insert({ title: 'acknowledged' })).error).toBeNull();
  await holder.kill();
  expect(await readFile(path.join(directory, 'locks', '1'), 'utf8')).toContain('"released":false');

  const next = await open();
  const reader = next.client();
  expect((await reader.auth.signInWithPassword({ email: 'writer@example.com', password: PASSWORD })).error).toBeNull();
  expect((await reader.from('workspace_notes').select('title')).data).toEqual([{ title: 'acknowledged' }]);
  await next.stop();
});

/** How many times the process is killed during writes. */
const KILLS = 10;

/** All titles of the user's notes, read in pages. */
async function allTitles(client: SupabaseClient): Promise<Set<string>> {
  const titles = new Set<string>();
  for (let from = 0; ; from += 1000) {
    const { data, error } = await client.from('workspace_notes').select('title').order('id').range(from, from + 999);
    if (error) throw error;
    for (const { title } of v.parse(v.array(v.object({ title: v.string() })), data)) titles.add(title);
    if (data.length < 1000) return titles;
  }
}

test('no acknowledged write is lost when the process is killed during writes', async () => {
  const email = 'writer@example.com';
  const acknowledged = new Set<string>();
  const accounts: string[] = [];

  /** Signs the writer in and checks that everything that was acknowledged is stored. */
  async function check(backend: Backend): Promise<SupabaseClient> {
    for (const account of accounts) {
      expect((await backend.client().auth.signInWithPassword({ email: account, password: PASSWORD })).error).toBeNull();
    }
    const client = backend.client();
    expect((await client.auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
    const stored = await allTitles(client);
    expect([...acknowledged].filter((title) => !stored.has(title))).toEqual([]);
    return client;
  }

  for (let round = 0; round < KILLS; round += 1) {
    const backend = await start();
    if (round === 0) expect((await backend.client().auth.signUp({ email, password: PASSWORD })).error).toBeNull();
    const client = await check(backend);

    // Parallel writers, so that the kill hits statements at every stage.
    const before = acknowledged.size;
    const killAfter = randomInt(1, 60);
    let killed: Promise<void> | undefined;
    const write = async (lane: number): Promise<void> => {
      for (let number = 0; ; number += 1) {
        const title = `${String(round)}-${String(lane)}-${String(number)}`;
        const { error } = await client.from('workspace_notes').insert({ title });
        if (error) return;
        acknowledged.add(title);
        if (acknowledged.size - before >= killAfter) killed ??= backend.kill();
      }
    };
    const register = async (): Promise<void> => {
      const account = `round${String(round)}@example.com`;
      const { error } = await backend.client().auth.signUp({ email: account, password: PASSWORD });
      if (!error) accounts.push(account);
    };
    await Promise.all([write(0), write(1), write(2), register()]);
    await killed;
    expect(acknowledged.size).toBeGreaterThan(before);
  }
  const last = await start();
  await check(last);
  await last.stop();
});

/** Stages of a first start, recognised by the contents of the data directory. */
const stages: [string, (names: string[]) => boolean][] = [
  ['when the directory is taken', (names) => names.includes(path.join('locks', '1'))],
  ['when the cluster is begun', (names) => names.some((name) => name.startsWith('database.unfinished-'))],
  ['when much of the cluster is written', (names) => names.some((name) => /^database\.unfinished-[^/]*\/pg_wal\/\w{24}$/.test(name))],
  ['when the cluster has moved to its place', (names) => names.includes('database')],
];

async function namesIn(place: string): Promise<string[]> {
  try {
    return await readdir(place, { recursive: true });
  } catch {
    // Directories appear and disappear while the backend runs.
    return [];
  }
}

test.each(stages)('a first start killed %s leaves a directory that starts', async (_stage, reached) => {
  const first = run(['start', '--port', '0', '--inbox-port', '0', '--data-dir', directory, '--migrations', migrationsDirectory]);
  let isOver = false;
  void first.ended.then(() => {
    isOver = true;
  });
  while (!isOver && !reached(await namesIn(directory))) await setImmediate();
  expect(isOver).toBe(false);
  first.process.kill('SIGKILL');
  await first.ended;

  const backend = await open();
  expect((await backend.client().auth.signUp({ email: 'first@example.com', password: PASSWORD })).error).toBeNull();
  await backend.stop();
  expect((await readdir(directory)).sort()).toEqual(['database', 'locks', 'storage']);
});
