import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Client, Person, Project } from '../project.ts';
import { PolicyRoles } from './policy-roles.ts';
import { given, statement, testStatements } from './statement-matrix.ts';

let project: Project;
let roles: PolicyRoles;
beforeAll(async () => {
  ({ project, roles } = await PolicyRoles.start());
});
afterAll(() => project.stop());

const DENIED = '42501';

describe('workspace_boards', () => {
  const change = (values: string) => `update workspace_boards set ${values} where id = {board} returning *`;
  testStatements(() => roles, [
    //                        stranger other  invited viewer editor owner  service | code owed
    statement('read',         '42501   none   none    done   done   done   done', 'none', 'select * from workspace_boards where id = {board}'),
    statement('create',       '42501   done   done    done   done   done   -   ', DENIED, `insert into workspace_boards (name) values ('New') returning *`),
    statement('create for another', '42501 42501 42501 42501 42501 42501  done', DENIED, `insert into workspace_boards (name, owner) values ('New', {other}) returning *`),
    statement('rename',       '42501   none   none    none   none   done   done', 'none', change(`name = 'Renamed'`)),
    statement('tint',         '42501   none   none    none   none   done   done', 'none', change(`tint = 'violet'`)),
    statement('tint in another colour', '42501 none none none none 23514  23514', 'none', change(`tint = 'red'`)),
    statement('take over',    '42501   42501  42501   42501  42501  42501  done', DENIED, change('owner = {editor}')),
    statement('change the id', '42501  42501  42501   42501  42501  42501  -   ', DENIED, change('id = gen_random_uuid()')),
    statement('change the times', '42501 42501 42501  42501  42501  42501  -   ', DENIED, change(`created_at = '2020-01-01', updated_at = '2020-01-01'`)),
    statement('upsert',       '42501   42501  42501   42501  42501  42501  done', DENIED, `insert into workspace_boards (id, name, owner) values ({board}, 'Mine', {owner})
      on conflict (id) do update set id = excluded.id, name = excluded.name, owner = excluded.owner returning *`),
    statement('delete, and restore', '42501 none none none   none   done   -   ', DENIED, 'delete from workspace_boards where id = {board}', `select 1 from workspace_restore('board', {board}) as is_restored where is_restored`),
    statement('delete by a change', '42501 42501 42501 42501 42501 42501  done', DENIED, change(`deleted_at = '2020-01-01'`)),
    statement('see whether something has expired', '42501 done done done done done done', 'done', 'select workspace_has_expired()'),
    statement('purge',        '42501   42501  42501   42501  42501  42501  none', DENIED, 'select workspace_purge()'),
    statement('summarise',    '42501   none   none    done   done   done   done', 'none', 'select * from workspace_board_summary({board})'),
    statement('count all notes', '42501 none  none    done   done   done   done', 'none', 'select * from workspace_overview() where board = {board}'),
    statement('have a first board', '42501 done done  done   done   done   42501', DENIED, `select workspace_first_board('Notes')`),
    statement('hand over to a member', '42501 42501 42501 42501 42501 done 42501', DENIED, 'select workspace_hand_over_board({board}, {editor})'),
    statement('hand over to a stranger', '42501 42501 42501 42501 42501 WS020 42501', DENIED, 'select workspace_hand_over_board({board}, {other})'),
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
  const change = (values: string, where = 'person = {editor}') => `update workspace_members set ${values} where board = {board} and ${where} returning *`;
  testStatements(() => roles, [
    //                        stranger other  invited viewer editor owner  service | code owed
    statement('read',         '42501   none   none    done   done   done   done', 'none', 'select * from workspace_members where board = {board}'),
    statement('add oneself or others', '42501 42501 42501 42501 42501 42501 done', DENIED, 'insert into workspace_members (board, person) values ({board}, {other}) returning *'),
    statement('upsert',       '42501   42501  42501   42501  42501  42501  done', DENIED, `insert into workspace_members (board, person, role) values ({board}, {editor}, 'editor')
      on conflict (board, person) do update set board = excluded.board, person = excluded.person, role = excluded.role returning *`),
    statement('make the viewer an editor', '42501 none none none none done done', 'none', change(`role = 'editor'`, 'person = {viewer}')),
    statement('make the editor a viewer', '42501 none none none none done done', 'none', change(`role = 'viewer'`)),
    statement('give a role that does not exist', '42501 none none none none 23514 23514', 'none', change(`role = 'admin'`)),
    statement('take the role from the owner', '42501 none none none none none -', 'none', change(`role = 'viewer'`, 'person = {owner}')),
    statement('make an owner', '42501  none   none    none   none   42501  23505', 'none', change(`role = 'owner'`)),
    statement('move to another board', '42501 42501 42501 42501 42501 42501 -', DENIED, change('board = gen_random_uuid()', 'true')),
    statement('change who it is', '42501 42501 42501  42501  42501  42501  -   ', DENIED, change('person = {other}', 'true')),
    statement('change since when', '42501 42501 42501 42501  42501  42501  -   ', DENIED, change(`joined_at = '2020-01-01'`, 'true')),
    statement('remove the member', '42501 none none   none   done   done   done', 'none', 'delete from workspace_members where board = {board} and person = {editor} returning *'),
    statement('remove the owner', '42501 none none    none   none   none   -   ', 'none', 'delete from workspace_members where board = {board} and person = {owner} returning *'),
  ]);
});

describe('workspace_favourites', () => {
  const STARRED = 'insert into workspace_favourites (board, person) values ({board}, {owner})';
  const OWN = 'board = {board} and person = {owner}';
  testStatements(() => roles, [
    //                        stranger other  invited viewer editor owner  service | code owed
    statement('star',         '42501   42501  42501   done   done   done   -   ', DENIED, 'insert into workspace_favourites (board) values ({board}) returning *'),
    statement('star for another', '42501 42501 42501  42501  42501  42501  done', DENIED, 'insert into workspace_favourites (board, person) values ({board}, {owner}) returning *'),
    statement('star for a user who is not on the board', '42501 42501 42501 42501 42501 42501 23503', DENIED, 'insert into workspace_favourites (board, person) values ({board}, {other}) returning *'),
    given(STARRED, statement('read the owner\'s', '42501 none none none none done done', 'none', `select * from workspace_favourites where ${OWN}`)),
    given(STARRED, statement('remove the owner\'s', '42501 none none none none done done', 'none', `delete from workspace_favourites where ${OWN} returning *`)),
    statement('move to another board', '42501 42501 42501 42501 42501 42501 -', DENIED, 'update workspace_favourites set board = gen_random_uuid() where board = {board} returning *'),
  ]);

  test('end with the membership, and return with a deleted board', async () => {
    const { board, people } = await roles.scene('no factor');
    for (const person of [people.editor, people.owner]) await person.client.from('workspace_favourites').insert({ board }).throwOnError();
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
  const invite = (column = '', value = '') => `insert into workspace_invitations (board, email${column && `, ${column}`}) values ({board}, 'new@example.com'${value && `, ${value}`}) returning *`;
  const change = (values: string) => `update workspace_invitations set ${values} where id = {invitation} returning *`;
  testStatements(() => roles, [
    //                        stranger other  invited viewer editor owner  service | code owed
    statement('read',         '42501   none   done    none   none   done   done', 'none', 'select * from workspace_invitations where id = {invitation}'),
    statement('invite',       '42501   42501  42501   42501  42501  done   -   ', DENIED, invite()),
    statement('invite again', '42501   42501  42501   42501  42501  done   -   ', DENIED, 'select workspace_invite({board}, {invitedEmail})'),
    statement('invite as viewer', '42501 42501 42501  42501  42501  done   -   ', DENIED, `select workspace_invite({board}, 'new@example.com', 'viewer')`),
    statement('invite as owner', '42501 42501 42501   42501  42501  23514  -   ', DENIED, invite('role', `'owner'`)),
    statement('change the role', '42501 42501 42501   42501  42501  42501  done', DENIED, change(`role = 'viewer'`)),
    statement('invite in the name of another', '42501 42501 42501 42501 42501 42501 done', DENIED, invite('invited_by', '{owner}')),
    statement('invite for ever', '42501 42501 42501   42501  42501  42501  -   ', DENIED, invite('expires_at', `'2100-01-01'`)),
    statement('change the address', '42501 42501 42501 42501 42501 42501  done', DENIED, change(`email = 'new@example.com'`)),
    statement('prolong',      '42501   42501  42501   42501  42501  42501  done', DENIED, change(`expires_at = '2100-01-01'`)),
    statement('upsert',       '42501   42501  42501   42501  42501  42501  -   ', DENIED, `insert into workspace_invitations (id, board, email) values ({invitation}, {board}, 'new@example.com')
      on conflict (id) do update set id = excluded.id, board = excluded.board, email = excluded.email returning *`),
    statement('take back or decline', '42501 none done none  none  done   done', 'none', 'delete from workspace_invitations where id = {invitation} returning *'),
    statement('find an account by its address', '42501 42501 42501 42501 42501 42501 done', DENIED, 'select workspace_invitee({ownerEmail})'),
    statement('accept',       '42501   WS022  done    done   done   done   42501', DENIED, 'select workspace_accept_invitation({board})'),
    statement('list one\'s own', '42501 none  done    none   none   none   none', 'none', 'select * from workspace_my_invitations()'),
  ]);
});

describe('account_profiles', () => {
  const change = (values: string) => `update account_profiles set ${values} where person = {owner} returning *`;
  testStatements(() => roles, [
    //                        stranger other  invited viewer editor owner  service | code owed
    statement('read the owner\'s', '42501 none none   done   done   done   done', 'none', 'select * from account_profiles where person = {owner}'),
    statement('add',          '42501   42501  42501   42501  42501  42501  23503', DENIED, `insert into account_profiles (person, name) values (gen_random_uuid(), 'X') returning *`),
    statement('upsert',       '42501   42501  42501   42501  42501  42501  done', DENIED, `insert into account_profiles (person, name) values ({owner}, 'owner')
      on conflict (person) do update set person = excluded.person, name = excluded.name returning *`),
    statement('change the owner\'s picture', '42501 none none none none done done', 'none', change(`avatar_path = {owner} || '/a.png'`)),
    statement('take a picture from another\'s folder', '42501 none none none none 23514 23514', 'none', change(`avatar_path = {other} || '/a.png'`)),
    ...['..', '../../auth/v1/logout', 'a.png?download', '.png', 'b/a.png', 'a.png\n'].map((rest) =>
      statement(`take a picture at ${JSON.stringify(rest)}`, '42501 none none none none 23514 23514', 'none', change(`avatar_path = {owner} || '/${rest}'`))),
    statement('change the name', '42501 42501 42501   42501  42501  42501  done', DENIED, change(`name = 'Forged'`)),
    statement('change whose it is', '42501 42501 42501 42501 42501 42501  -   ', DENIED, change('person = {other}')),
    statement('delete',       '42501   42501  42501   42501  42501  42501  -   ', DENIED, 'delete from account_profiles where person = {owner} returning *'),
  ]);
});
