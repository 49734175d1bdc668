import { randomInt } from 'node:crypto';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { SupabaseClient } from '@supabase/supabase-js';
import * as v from 'valibot';
import { BackendProcess, type Backend, migrationsDirectory, PASSWORD, temporaryDirectory } from './backend.ts';

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
