import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Client, Person, Project } from '../project.ts';
import { PolicyRoles, type Scene } from './policy-roles.ts';
import { attempt, testMatrix } from './matrix.ts';
import { deleteAndRestore } from './restore.ts';

let project: Project;
let roles: PolicyRoles;
beforeAll(async () => {
  ({ project, roles } = await PolicyRoles.start());
});
afterAll(() => project.stop());

const DENIED = '42501';

describe('workspace_boards', () => {
  testMatrix(() => roles, [
    //                      stranger other  invited viewer editor owner  service | code owed
    attempt('read',         '42501   none   none    done   done   done   done', 'none', (db, { board }) => db.from('workspace_boards').select().eq('id', board)),
    attempt('create',       '42501   done   done    done   done   done   -   ', DENIED, (db) => db.from('workspace_boards').insert({ name: 'New' }).select()),
    attempt('create for another', '42501 42501 42501 42501 42501 42501  done', DENIED, (db, { people }) => db.from('workspace_boards').insert({ name: 'New', owner: people.other.id }).select()),
    attempt('rename',       '42501   none   none    none   none   done   done', 'none', (db, { board }) => db.from('workspace_boards').update({ name: 'Renamed' }).eq('id', board).select()),
    attempt('tint',         '42501   none   none    none   none   done   done', 'none', (db, { board }) => db.from('workspace_boards').update({ tint: 'violet' }).eq('id', board).select()),
    attempt('tint in another colour', '42501 none none none none 23514  23514', 'none', (db, { board }) => db.from('workspace_boards').update({ tint: 'red' }).eq('id', board).select()),
    attempt('take over',    '42501   42501  42501   42501  42501  42501  done', DENIED, (db, { board, people }) => db.from('workspace_boards').update({ owner: people.editor.id }).eq('id', board).select()),
    attempt('change the id', '42501  42501  42501   42501  42501  42501  -   ', DENIED, (db, { board }) => db.from('workspace_boards').update({ id: crypto.randomUUID() }).eq('id', board).select()),
    attempt('change the times', '42501 42501 42501  42501  42501  42501  -   ', DENIED, (db, { board }) => db.from('workspace_boards').update({ created_at: '2020-01-01', updated_at: '2020-01-01' }).eq('id', board).select()),
    attempt('upsert',       '42501   42501  42501   42501  42501  42501  done', DENIED, (db, { board, people }) => db.from('workspace_boards').upsert({ id: board, name: 'Mine', owner: people.owner.id }).select()),
    attempt('delete, and restore', '42501 none none none   none   done   -   ', DENIED, async (db, { board }) => deleteAndRestore(db, 'board', board)),
    attempt('delete by a change', '42501 42501 42501 42501 42501 42501  done', DENIED, (db, { board }) => db.from('workspace_boards').update({ deleted_at: '2020-01-01' }).eq('id', board).select()),
    attempt('see whether something has expired', '42501 done done done done done done', 'done', (db) => db.rpc('workspace_has_expired')),
    attempt('purge',        '42501   42501  42501   42501  42501  42501  none', DENIED, (db) => db.rpc('workspace_purge')),
    attempt('summarise',    '42501   none   none    done   done   done   done', 'none', (db, { board }) => db.rpc('workspace_board_summary', { board })),
    attempt('count all notes', '42501 none  none    done   done   done   done', 'none', (db, { board }) => db.rpc('workspace_overview').eq('board', board)),
    attempt('have a first board', '42501 done done  done   done   done   42501', DENIED, (db) => db.rpc('workspace_first_board', { name: 'Notes' })),
    attempt('hand over to a member', '42501 42501 42501 42501 42501 done 42501', DENIED, (db, { board, people }) => db.rpc('workspace_hand_over_board', { board, person: people.editor.id })),
    attempt('hand over to a stranger', '42501 42501 42501 42501 42501 WS020 42501', DENIED, (db, { board, people }) => db.rpc('workspace_hand_over_board', { board, person: people.other.id })),
  ]);
});

test('deleted boards are listed for their owner only', async () => {
  const { board, people } = await roles.scene('no factor');
  await people.owner.client.from('workspace_boards').delete().eq('id', board).throwOnError();
  const found = async (client: Client) => (await client.rpc('workspace_deleted_boards').eq('board', board)).data?.length;
  expect(await found(people.owner.client)).toBe(1);
  expect(await found(people.editor.client)).toBe(0);
  expect((await roles.client('stranger', 'no factor').rpc('workspace_deleted_boards')).error?.code).toBe(DENIED);
  await people.owner.client.rpc('workspace_restore', { kind: 'board', id: board }).throwOnError();
  expect(await found(people.owner.client)).toBe(0);
});

describe('workspace_members', () => {
  testMatrix(() => roles, [
    //                      stranger other  invited viewer editor owner  service | code owed
    attempt('read',         '42501   none   none    done   done   done   done', 'none', (db, { board }) => db.from('workspace_members').select().eq('board', board)),
    attempt('add oneself or others', '42501 42501 42501 42501 42501 42501 done', DENIED, (db, { board, people }) => db.from('workspace_members').insert({ board, person: people.other.id }).select()),
    attempt('upsert',       '42501   42501  42501   42501  42501  42501  done', DENIED, (db, { board, people }) => db.from('workspace_members').upsert({ board, person: people.editor.id, role: 'editor' }).select()),
    attempt('make the viewer an editor', '42501 none none none none done done', 'none', (db, { board, people }) => db.from('workspace_members').update({ role: 'editor' }).eq('board', board).eq('person', people.viewer.id).select()),
    attempt('make the editor a viewer', '42501 none none none none done done', 'none', (db, { board, people }) => db.from('workspace_members').update({ role: 'viewer' }).eq('board', board).eq('person', people.editor.id).select()),
    attempt('give a role that does not exist', '42501 none none none none 23514 23514', 'none', (db, { board, people }) => db.from('workspace_members').update({ role: 'admin' }).eq('board', board).eq('person', people.editor.id).select()),
    attempt('take the role from the owner', '42501 none none none none none -', 'none', (db, { board, people }) => db.from('workspace_members').update({ role: 'viewer' }).eq('board', board).eq('person', people.owner.id).select()),
    attempt('make an owner', '42501  none   none    none   none   42501  23505', 'none', (db, { board, people }) => db.from('workspace_members').update({ role: 'owner' }).eq('board', board).eq('person', people.editor.id).select()),
    attempt('move to another board', '42501 42501 42501 42501 42501 42501 -', DENIED, (db, { board }) => db.from('workspace_members').update({ board: crypto.randomUUID() }).eq('board', board).select()),
    attempt('change who it is', '42501 42501 42501  42501  42501  42501  -   ', DENIED, (db, { board, people }) => db.from('workspace_members').update({ person: people.other.id }).eq('board', board).select()),
    attempt('change since when', '42501 42501 42501 42501  42501  42501  -   ', DENIED, (db, { board }) => db.from('workspace_members').update({ joined_at: '2020-01-01' }).eq('board', board).select()),
    attempt('remove the member', '42501 none none   none   done   done   done', 'none', (db, { board, people }) => db.from('workspace_members').delete().eq('board', board).eq('person', people.editor.id).select()),
    attempt('remove the owner', '42501 none none    none   none   none   -   ', 'none', (db, { board, people }) => db.from('workspace_members').delete().eq('board', board).eq('person', people.owner.id).select()),
  ]);
});

describe('workspace_favourites', () => {
  const star = (db: Client, board: string) => db.from('workspace_favourites').insert({ board }).select();
  /** The owner has starred the board. */
  const starred = async ({ board, people }: Scene) => void (await project.admin.from('workspace_favourites').upsert({ board, person: people.owner.id }).throwOnError());
  testMatrix(() => roles, [
    //                      stranger other  invited viewer editor owner  service | code owed
    attempt('star',         '42501   42501  42501   done   done   done   -   ', DENIED, async (db, { board }) => star(db, board)),
    attempt('star for another', '42501 42501 42501  42501  42501  42501  done', DENIED, (db, { board, people }) => db.from('workspace_favourites').insert({ board, person: people.owner.id }).select()),
    attempt('star for a user who is not on the board', '42501 42501 42501 42501 42501 42501 23503', DENIED, (db, { board, people }) => db.from('workspace_favourites').insert({ board, person: people.other.id }).select()),
    attempt('read the owner\'s', '42501 none none   none   none   done   done', 'none', async (db, scene) => {
      await starred(scene);
      return db.from('workspace_favourites').select().eq('board', scene.board).eq('person', scene.people.owner.id);
    }),
    attempt('remove the owner\'s', '42501 none none none   none   done   done', 'none', async (db, scene) => {
      await starred(scene);
      return db.from('workspace_favourites').delete().eq('board', scene.board).eq('person', scene.people.owner.id).select();
    }),
    attempt('move to another board', '42501 42501 42501 42501 42501 42501 -', DENIED, (db, { board }) => db.from('workspace_favourites').update({ board: crypto.randomUUID() }).eq('board', board).select()),
  ]);

  test('end with the membership, and return with a deleted board', async () => {
    const { board, people } = await roles.scene('no factor');
    await star(people.editor.client, board).throwOnError();
    await star(people.owner.client, board).throwOnError();
    const shown = async (person: Person) => (await person.client.from('workspace_favourites').select('board').eq('board', board).throwOnError()).data.length;
    await people.owner.client.from('workspace_boards').delete().eq('id', board).throwOnError();
    expect(await shown(people.owner)).toBe(0);
    await people.owner.client.rpc('workspace_restore', { kind: 'board', id: board }).throwOnError();
    expect(await shown(people.owner)).toBe(1);
    await people.owner.client.from('workspace_members').delete().eq('board', board).eq('person', people.editor.id).throwOnError();
    const { data } = await project.admin.from('workspace_favourites').select('person').eq('board', board).throwOnError();
    expect(data).toEqual([{ person: people.owner.id }]);
  });
});

describe('workspace_invitations', () => {
  testMatrix(() => roles, [
    //                      stranger other  invited viewer editor owner  service | code owed
    attempt('read',         '42501   none   done    none   none   done   done', 'none', (db, { invitation }) => db.from('workspace_invitations').select().eq('id', invitation)),
    attempt('invite',       '42501   42501  42501   42501  42501  done   -   ', DENIED, (db, { board }) => db.from('workspace_invitations').insert({ board, email: 'new@example.com' }).select()),
    attempt('invite again', '42501   42501  42501   42501  42501  done   -   ', DENIED, (db, { board, people }) => db.rpc('workspace_invite', { board, email: people.invited.email })),
    attempt('invite as viewer', '42501 42501 42501  42501  42501  done   -   ', DENIED, (db, { board }) => db.rpc('workspace_invite', { board, email: 'new@example.com', role: 'viewer' })),
    attempt('invite as owner', '42501 42501 42501   42501  42501  23514  -   ', DENIED, (db, { board }) => db.from('workspace_invitations').insert({ board, email: 'new@example.com', role: 'owner' }).select()),
    attempt('change the role', '42501 42501 42501   42501  42501  42501  done', DENIED, (db, { invitation }) => db.from('workspace_invitations').update({ role: 'viewer' }).eq('id', invitation).select()),
    attempt('invite in the name of another', '42501 42501 42501 42501 42501 42501 done', DENIED, (db, { board, people }) => db.from('workspace_invitations').insert({ board, email: 'new@example.com', invited_by: people.owner.id }).select()),
    attempt('invite for ever', '42501 42501 42501   42501  42501  42501  -   ', DENIED, (db, { board }) => db.from('workspace_invitations').insert({ board, email: 'new@example.com', expires_at: '2100-01-01' }).select()),
    attempt('change the address', '42501 42501 42501 42501 42501 42501  done', DENIED, (db, { invitation }) => db.from('workspace_invitations').update({ email: 'new@example.com' }).eq('id', invitation).select()),
    attempt('prolong',      '42501   42501  42501   42501  42501  42501  done', DENIED, (db, { invitation }) => db.from('workspace_invitations').update({ expires_at: '2100-01-01' }).eq('id', invitation).select()),
    attempt('upsert',       '42501   42501  42501   42501  42501  42501  -   ', DENIED, (db, { invitation, board }) => db.from('workspace_invitations').upsert({ id: invitation, board, email: 'new@example.com' }).select()),
    attempt('take back or decline', '42501 none done none  none  done   done', 'none', (db, { invitation }) => db.from('workspace_invitations').delete().eq('id', invitation).select()),
    attempt('find an account by its address', '42501 42501 42501 42501 42501 42501 done', DENIED, (db, { people }) => db.rpc('workspace_invitee', { email: people.owner.email })),
    attempt('accept',       '42501   WS022  done    done   done   done   42501', DENIED, (db, { board }) => db.rpc('workspace_accept_invitation', { board })),
    attempt('list one\'s own', '42501 none  done    none   none   none   none', 'none', (db) => db.rpc('workspace_my_invitations')),
  ]);
});

describe('account_profiles', () => {
  testMatrix(() => roles, [
    //                      stranger other  invited viewer editor owner  service | code owed
    attempt('read the owner\'s', '42501 none none   done   done   done   done', 'none', (db, { people }) => db.from('account_profiles').select().eq('person', people.owner.id)),
    attempt('add',          '42501   42501  42501   42501  42501  42501  23503', DENIED, (db) => db.from('account_profiles').insert({ person: crypto.randomUUID(), name: 'X' }).select()),
    attempt('upsert',       '42501   42501  42501   42501  42501  42501  done', DENIED, (db, { people }) => db.from('account_profiles').upsert({ person: people.owner.id, name: 'owner' }).select()),
    attempt('change the owner\'s picture', '42501 none none none none done done', 'none', (db, { people }) => db.from('account_profiles').update({ avatar_path: `${people.owner.id}/a.png` }).eq('person', people.owner.id).select()),
    attempt('take a picture from another\'s folder', '42501 none none none none 23514 23514', 'none', (db, { people }) => db.from('account_profiles').update({ avatar_path: `${people.other.id}/a.png` }).eq('person', people.owner.id).select()),
    ...['..', '../../auth/v1/logout', 'a.png?download', '.png', 'b/a.png', 'a.png\n'].map((rest) =>
      attempt(`take a picture at ${JSON.stringify(rest)}`, '42501 none none none none 23514 23514', 'none', (db, { people }) => db.from('account_profiles').update({ avatar_path: `${people.owner.id}/${rest}` }).eq('person', people.owner.id).select())),
    attempt('change the name', '42501 42501 42501   42501  42501  42501  done', DENIED, (db, { people }) => db.from('account_profiles').update({ name: 'Forged' }).eq('person', people.owner.id).select()),
    attempt('change whose it is', '42501 42501 42501 42501 42501 42501  -   ', DENIED, (db, { people }) => db.from('account_profiles').update({ person: people.other.id }).eq('person', people.owner.id).select()),
    attempt('delete',       '42501   42501  42501   42501  42501  42501  -   ', DENIED, (db, { people }) => db.from('account_profiles').delete().eq('person', people.owner.id).select()),
  ]);
});
