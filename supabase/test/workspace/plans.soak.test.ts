import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createClient } from '@supabase/supabase-js';
import * as v from 'valibot';
import { Project } from '../project.ts';

let project: Project;
let board: string;
let explain: (query: string) => Promise<string>;
beforeAll(async () => {
  project = await Project.start(`--migrations=${path.join(import.meta.dirname, 'sql')}`);
  const { client } = await project.register('owner');
  // An eighth of the notes is on the board. If it were a quarter, the order of the random ids would decide which plan is better.
  const { data: boards } = await client.from('workspace_boards').insert(Array.from({ length: 20 }, (_, index) => ({ name: `Board ${String(index)}` }))).select('id').throwOnError();
  board = boards[0]?.id ?? '';
  const { data } = await client.auth.getSession();
  // The generated types do not contain the functions of the folder `sql`.
  const untyped = createClient(project.backend.apiUrl, project.backend.publishableKey, { accessToken: () => Promise.resolve(data.session?.access_token ?? null) });
  for (const { id } of boards) await untyped.rpc('add_notes', { to_board: id, amount: id === board ? 1000 : 370 }).throwOnError();
  await untyped.rpc('analyze_notes').throwOnError();
  explain = async (query) => v.parse(v.array(v.string()), (await untyped.rpc('explain', { query }).throwOnError()).data).join('\n');
});
afterAll(() => project.stop());

test.each([
  ['by hand', 'position', 'workspace_notes_place'],
  ['newest first', 'created_at desc, id desc', 'workspace_notes_created'],
  ['last changed first', 'updated_at desc, id desc', 'workspace_notes_updated'],
  ['by title', 'title, id', 'workspace_notes_title'],
])('listing a board’s notes %s uses an index without sorting, and reads the members once', async (_, order, index) => {
  const plan = await explain(`select * from workspace_notes where board = '${board}' order by ${order} limit 50`);
  expect(plan).toContain(`using ${index}`);
  expect(plan).not.toMatch(/Sort|Seq Scan/);
  expect(plan).toContain('hashed SubPlan');
});

test('the query for recent edits reads only notes of the given boards', async () => {
  const plan = await explain(`select * from workspace_notes where board in ('${board}') and edited_at is null and author <> '${board}' order by created_at desc, id limit 3`);
  expect(plan).toMatch(/Index Cond: \(board = /);
  expect(plan).not.toMatch(/Seq Scan/);
});

test('a search reads only the notes of the board', async () => {
  const plan = await explain(`select id from workspace_notes where board = '${board}' and search @@ websearch_to_tsquery('simple', 'about 3') order by position limit 50`);
  expect(plan).toMatch(/Index Cond: \(board = /);
  expect(plan).not.toMatch(/Seq Scan/);
});
