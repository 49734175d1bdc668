import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { createClient } from '@supabase/supabase-js';
import * as v from 'valibot';
import { startTestBackend } from '../../../tools/backend/test-backends.ts';
import { ROOT } from '../../../tools/repository/repository.ts';
import { PASSWORD, Project } from '../project.ts';

const MIGRATIONS = path.join(ROOT, 'supabase/migrations');
/** The migrations before boards existed. */
const BEFORE_BOARDS = ['20260101000000_workspace_notes.sql', '20260201000000_workspace_second_factor.sql'];

test('the migration to boards moves each author’s notes to one board, in their order', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'atrium-upgrade-'));
  const [data, older] = [path.join(folder, 'data'), path.join(folder, 'migrations')];
  await mkdir(older);
  for (const name of BEFORE_BOARDS) await cp(path.join(MIGRATIONS, name), path.join(older, name));

  const before = await startTestBackend(['--no-rate-limits', `--data-dir=${data}`, `--migrations=${older}`]);
  const kept: Record<string, { id: string; created_at: string; updated_at: string }[]> = {};
  for (const email of ['ada@example.com', 'grace@example.com', 'unknown@example.com']) {
    // The tables are not those of the generated types yet.
    const client = createClient(before.apiUrl, before.publishableKey, { auth: { persistSession: false } });
    await client.auth.signUp({ email, password: PASSWORD, options: { data: { name: email.split('@')[0] } } });
    if (email.startsWith('unknown')) continue;
    const notes = Array.from({ length: 70 }, (_, index) => ({ title: `${email} ${String(index)}`, created_at: `2026-01-${String(1 + (index % 28)).padStart(2, '0')}T00:00:00Z` }));
    await client.from('workspace_notes').insert(notes).throwOnError();
    const { data: stored } = await client.from('workspace_notes').select('id, created_at, updated_at').order('created_at', { ascending: false }).order('id', { ascending: false }).throwOnError();
    kept[email] = v.parse(v.array(v.object({ id: v.string(), created_at: v.string(), updated_at: v.string() })), stored);
  }
  await before.stop();

  const project = await Project.start(`--data-dir=${data}`);
  for (const [email, notes] of Object.entries(kept)) {
    const client = await project.logIn({ email });
    const { data: boards } = await client.from('workspace_boards').select('id, name, workspace_members(role, account_profiles(name))').throwOnError();
    expect(boards).toMatchObject([{ name: 'My notes', workspace_members: [{ role: 'owner', account_profiles: { name: email.split('@')[0] } }] }]);
    const { data: moved } = await client.from('workspace_notes').select('id, created_at, updated_at').eq('board', boards[0]?.id ?? '').order('position').throwOnError();
    expect(moved).toEqual(notes);
    // A page from before boards existed still adds notes without a board.
    const { data: added } = await client.from('workspace_notes').insert({ title: 'New' }).select('board, owner, author').single().throwOnError();
    expect(added).toEqual({ board: boards[0]?.id, owner: added.author, author: added.author });
  }
  const latecomer = await project.logIn({ email: 'unknown@example.com' });
  expect((await latecomer.from('workspace_boards').select()).data).toEqual([]);
  await latecomer.from('workspace_notes').insert([{ title: 'First' }, { title: 'Second' }]).throwOnError();
  expect((await latecomer.from('workspace_boards').select('name, workspace_notes(title)')).data).toEqual([{ name: 'My notes', workspace_notes: expect.arrayContaining([{ title: 'First' }, { title: 'Second' }]) }]);
  await project.stop();
  await rm(folder, { recursive: true, force: true });
});
