import path from 'node:path';
import { expect, test } from '@jest/globals';
import { createClient } from '@supabase/supabase-js';
import { Project } from '../project.ts';

/** A refusal names the limit and what to do. */
function refusal(code: string): object {
  return { code, message: expect.stringContaining('20000'), hint: expect.stringMatching(/^\S.*\.$/) };
}

test('a board holds 20000 notes, and as many deleted ones of each person', async () => {
  const project = await Project.start(`--migrations=${path.join(import.meta.dirname, 'sql')}`);
  const owner = await project.register('owner');
  const full = (await owner.client.from('workspace_boards').insert({ name: 'Plans' }).select('id').single().throwOnError()).data.id;
  const member = await project.register('note taker');
  await project.admin.from('workspace_members').insert({ board: full, person: member.id }).throwOnError();
  const notes = (amount: number) => Array.from({ length: amount }, (_, index) => ({ board: full, title: `Note ${String(index)}` }));
  const { data } = await owner.client.auth.getSession();
  // The generated types do not contain the functions of the folder `sql`.
  const untyped = createClient(project.backend.apiUrl, project.backend.publishableKey, { accessToken: () => Promise.resolve(data.session?.access_token ?? null) });
  await untyped.rpc('add_notes', { to_board: full, amount: 19_996 }).throwOnError();
  expect((await owner.client.from('workspace_notes').insert(notes(5))).error).toMatchObject(refusal('WS003'));
  await owner.client.from('workspace_notes').insert(notes(4)).throwOnError();
  expect((await owner.client.from('workspace_notes').insert(notes(1))).error).toMatchObject(refusal('WS003'));

  await project.admin.from('workspace_notes').update({ deleted_at: new Date().toISOString() }).eq('board', full).throwOnError();
  await owner.client.from('workspace_notes').insert(notes(1)).throwOnError();
  await owner.client.from('workspace_notes').delete().eq('board', full).throwOnError();
  expect((await owner.client.from('workspace_notes').insert(notes(1))).error).toMatchObject({ ...refusal('WS007'), hint: expect.stringContaining('30 days') });
  await member.client.from('workspace_notes').insert(notes(1)).throwOnError();
  await project.stop();
});
