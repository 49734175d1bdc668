import path from 'node:path';
import { expect, test } from '@jest/globals';
import { ROOT } from '../../../tools/repository/repository.ts';
import { Project } from '../project.ts';

test('the seed creates two people, a board that they share, and a board of one of them', async () => {
  const project = await Project.start(`--seed=${path.join(ROOT, 'supabase/seed.sql')}`);
  const boards: Record<string, unknown> = {};
  for (const name of ['ada', 'grace']) {
    const client = project.client();
    const { error } = await client.auth.signInWithPassword({ email: `${name}@example.com`, password: 'a first look' });
    expect(error).toBeNull();
    const { data } = await client.from('workspace_boards').select('name, workspace_members(account_profiles(name)), workspace_notes(count)').order('name');
    boards[name] = data;
  }
  const party = {
    name: 'Garden party', workspace_notes: [{ count: 5 }],
    workspace_members: expect.arrayContaining([{ account_profiles: { name: 'Ada' } }, { account_profiles: { name: 'Grace' } }]),
  };
  expect(boards).toEqual({
    ada: [{ name: 'Books to read', workspace_notes: [{ count: 2 }], workspace_members: [{ account_profiles: { name: 'Ada' } }] }, party],
    grace: [party],
  });
  await project.stop();
});
