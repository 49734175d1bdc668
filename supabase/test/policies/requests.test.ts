import { afterAll, beforeAll, describe } from '@jest/globals';
import type { Client, Project } from '../project.ts';
import { attempt, testMatrix, type Answer } from './matrix.ts';
import { PolicyRoles, type Scene } from './policy-roles.ts';

// The matrices in SQL say what each role may do. These requests prove that the API applies them: each operation on each table, and each
// function, allowed for one role and refused or without effect for others.

let project: Project;
let roles: PolicyRoles;
beforeAll(async () => {
  ({ project, roles } = await PolicyRoles.start());
});
afterAll(() => project.stop());

const DENIED = '42501';
const TABLES = { board: 'workspace_boards', note: 'workspace_notes', file: 'workspace_attachments' } as const;

/** Deletes something and restores it. A deletion that the policies refuse leaves nothing to restore. */
async function deleteAndRestore(client: Client, kind: keyof typeof TABLES, id: string): Promise<Answer> {
  const deleted = await client.from(TABLES[kind]).delete().eq('id', id);
  if (deleted.error) return deleted;
  const { data, error } = await client.rpc('workspace_restore', { kind, id });
  return { data: data === true ? [id] : [], error };
}

describe('workspace_boards', () => {
  testMatrix(() => roles, [
    //                 stranger other invited viewer editor owner service | code owed
    attempt('read',    '42501   none  -       -      -      done  -', 'none', (db, { board }) => db.from('workspace_boards').select().eq('id', board)),
    attempt('create',  '42501   done  -       -      -      -     -', DENIED, (db) => db.from('workspace_boards').insert({ name: 'New' }).select()),
    attempt('rename',  '-       -     -       -      none   done  done', 'none', (db, { board }) => db.from('workspace_boards').update({ name: 'Renamed' }).eq('id', board).select()),
    attempt('take over', '-     -     -       -      42501  -     done', DENIED, (db, { board, people }) => db.from('workspace_boards').update({ owner: people.editor.id }).eq('id', board).select()),
    attempt('upsert',  '-       -     -       -      -      42501 done', DENIED, (db, { board, people }) => db.from('workspace_boards').upsert({ id: board, name: 'Mine', owner: people.owner.id }).select()),
    attempt('delete, and restore', '- - -     -      none   done  -', DENIED, async (db, { board }) => deleteAndRestore(db, 'board', board)),
    attempt('see whether something has expired', '42501 - - - - done -', 'done', (db) => db.rpc('workspace_has_expired')),
    attempt('purge',   '-       -     -       -      -      42501 none', DENIED, (db) => db.rpc('workspace_purge')),
    attempt('summarise', '-     none  -       -      -      done  -', 'none', (db, { board }) => db.rpc('workspace_board_summary', { board })),
    attempt('count all notes', '- none -      -      -      done  -', 'none', (db, { board }) => db.rpc('workspace_overview').eq('board', board)),
    attempt('have a first board', '42501 - -  -      -      done  -', DENIED, (db) => db.rpc('workspace_first_board', { name: 'Notes' })),
    attempt('hand over', '-     -     -       -      42501  done  -', DENIED, (db, { board, people }) => db.rpc('workspace_hand_over_board', { board, person: people.editor.id })),
  ]);
});

describe('workspace_members', () => {
  testMatrix(() => roles, [
    //                 stranger other invited viewer editor owner service | code owed
    attempt('read',    '42501   none  -       done   -      -     -', 'none', (db, { board }) => db.from('workspace_members').select().eq('board', board)),
    attempt('add',     '-       42501 -       -      -      -     done', DENIED, (db, { board, people }) => db.from('workspace_members').insert({ board, person: people.other.id }).select()),
    attempt('upsert',  '-       -     -       -      42501  -     done', DENIED, (db, { board, people }) => db.from('workspace_members').upsert({ board, person: people.editor.id, role: 'editor' }).select()),
    attempt('change the role', '- -   -       none   -      done  -', 'none', (db, { board, people }) => db.from('workspace_members').update({ role: 'editor' }).eq('board', board).eq('person', people.viewer.id).select()),
    attempt('remove',  '-       -     -       none   -      done  -', 'none', (db, { board, people }) => db.from('workspace_members').delete().eq('board', board).eq('person', people.editor.id).select()),
  ]);
});

describe('workspace_favourites', () => {
  /** The owner has starred the board. */
  const starred = async ({ board, people }: Scene) => void (await project.admin.from('workspace_favourites').upsert({ board, person: people.owner.id }).throwOnError());
  testMatrix(() => roles, [
    //                 stranger other invited viewer editor owner service | code owed
    attempt('star',    '-       42501 -       done   -      -     -', DENIED, (db, { board }) => db.from('workspace_favourites').insert({ board }).select()),
    attempt('read the owner\'s', '42501 - -   -      none   done  -', 'none', async (db, scene) => {
      await starred(scene);
      return db.from('workspace_favourites').select().eq('board', scene.board).eq('person', scene.people.owner.id);
    }),
    attempt('remove the owner\'s', '- -  -    -      none   done  -', 'none', async (db, scene) => {
      await starred(scene);
      return db.from('workspace_favourites').delete().eq('board', scene.board).eq('person', scene.people.owner.id).select();
    }),
    attempt('move to another board', '- - -   -      -      42501 -', DENIED, (db, { board }) => db.from('workspace_favourites').update({ board: crypto.randomUUID() }).eq('board', board).select()),
  ]);
});

describe('workspace_invitations', () => {
  testMatrix(() => roles, [
    //                 stranger other invited viewer editor owner service | code owed
    attempt('read',    '42501   none  done    -      -      -     -', 'none', (db, { invitation }) => db.from('workspace_invitations').select().eq('id', invitation)),
    attempt('invite',  '-       -     -       -      42501  done  -', DENIED, (db, { board }) => db.from('workspace_invitations').insert({ board, email: 'new@example.com' }).select()),
    attempt('invite again', '-  -     -       -      42501  done  -', DENIED, (db, { board, people }) => db.rpc('workspace_invite', { board, email: people.invited.email })),
    attempt('change the address', '- - -      -      -      42501 done', DENIED, (db, { invitation }) => db.from('workspace_invitations').update({ email: 'new@example.com' }).eq('id', invitation).select()),
    attempt('upsert',  '-       -     -       -      -      42501 -', DENIED, (db, { invitation, board }) => db.from('workspace_invitations').upsert({ id: invitation, board, email: 'new@example.com' }).select()),
    attempt('take back or decline', '- none done -   -      -     -', 'none', (db, { invitation }) => db.from('workspace_invitations').delete().eq('id', invitation).select()),
    attempt('find an account by its address', '- - - - -    42501 done', DENIED, (db, { people }) => db.rpc('workspace_invitee', { email: people.owner.email })),
    attempt('accept',  '-       WS022 done    -      -      -     -', DENIED, (db, { board }) => db.rpc('workspace_accept_invitation', { board })),
    attempt('list one\'s own', '42501 none done -    -      -     -', 'none', (db) => db.rpc('workspace_my_invitations')),
  ]);
});

describe('account_profiles', () => {
  testMatrix(() => roles, [
    //                 stranger other invited viewer editor owner service | code owed
    attempt('read the owner\'s', '42501 none - -     done   -     -', 'none', (db, { people }) => db.from('account_profiles').select().eq('person', people.owner.id)),
    attempt('add',     '-       -     -       -      -      42501 23503', DENIED, (db) => db.from('account_profiles').insert({ person: crypto.randomUUID(), name: 'X' }).select()),
    attempt('upsert',  '-       -     -       -      -      42501 done', DENIED, (db, { people }) => db.from('account_profiles').upsert({ person: people.owner.id, name: 'owner' }).select()),
    attempt('change the owner\'s picture', '- - - -  none   done  -', 'none', (db, { people }) => db.from('account_profiles').update({ avatar_path: `${people.owner.id}/a.png` }).eq('person', people.owner.id).select()),
    attempt('delete',  '-       -     -       -      -      42501 -', DENIED, (db, { people }) => db.from('account_profiles').delete().eq('person', people.owner.id).select()),
  ]);
});

describe('workspace_notes', () => {
  testMatrix(() => roles, [
    //                 stranger other invited viewer editor owner service | code owed
    attempt('read',    '42501   none  -       done   -      -     -', 'none', (db, { note }) => db.from('workspace_notes').select().eq('id', note)),
    attempt('search',  '-       none  -       done   -      -     -', 'none', (db, { board }) => db.from('workspace_notes').select().eq('board', board).textSearch('search', 'above', { type: 'websearch', config: 'simple' })),
    attempt('add',     '-       -     -       42501  done   -     -', DENIED, (db, { board }) => db.from('workspace_notes').insert({ board, title: 'New' }).select()),
    attempt('add, nothing asked back', '- 42501 - 42501 -  done  -', DENIED, (db, { board }) => db.from('workspace_notes').insert({ board, title: 'New' })),
    attempt('change',  '-       -     -       none   done   -     -', 'none', (db, { note }) => db.from('workspace_notes').update({ title: 'T', body: 'B', done: true }).eq('id', note).select()),
    attempt('upsert',  '-       -     -       -      42501  -     done', DENIED, (db, { note, board }) => db.from('workspace_notes').upsert({ id: note, board, title: 'T' }).select()),
    attempt('delete another\'s, and restore it', '- - - none done - -', DENIED, async (db, { secondNote }) => deleteAndRestore(db, 'note', secondNote)),
    attempt('move',    '-       WS021 -       42501  done   -     -', 'WS021', (db, { note, secondNote }) => db.rpc('workspace_move_note', { note, after: secondNote })),
    attempt('move to a board', '- WS021 -     42501  done   -     -', 'WS021', (db, { note, board }) => db.rpc('workspace_move_note_to_board', { note, board })),
  ]);
});

describe('workspace_attachments', () => {
  const file = (board: string, note: string) => ({ board, note, path: `${board}/${note}/${crypto.randomUUID()}/a.txt`, name: 'a.txt', type: 'text/plain', size: 1 });
  testMatrix(() => roles, [
    //                 stranger other invited viewer editor owner service | code owed
    attempt('read',    '42501   none  -       done   -      -     -', 'none', (db, { attachment }) => db.from('workspace_attachments').select().eq('id', attachment)),
    attempt('add',     '-       -     -       42501  done   -     -', DENIED, (db, { board, note }) => db.from('workspace_attachments').insert(file(board, note)).select()),
    attempt('change size', '-   -     -       -      42501  -     done', DENIED, (db, { attachment }) => db.from('workspace_attachments').update({ size: 2 }).eq('id', attachment).select()),
    attempt('upsert',  '-       -     -       -      42501  -     done', DENIED, (db, { attachment, board, note }) => db.from('workspace_attachments').upsert({ id: attachment, ...file(board, note) }).select()),
    attempt('delete another\'s, and restore it', '- - - none - done -', DENIED, async (db, { attachment }) => deleteAndRestore(db, 'file', attachment)),
  ]);
});
