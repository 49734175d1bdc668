import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../pages-remote/database-types.ts';
import type { Project } from '../project.ts';
import { PolicyRoles } from './policy-roles.ts';
import { attempt, testMatrix } from './matrix.ts';
import { deleteAndRestore, restore } from './restore.ts';

let project: Project;
let roles: PolicyRoles;
beforeAll(async () => {
  ({ project, roles } = await PolicyRoles.start());
});
afterAll(() => project.stop());

const DENIED = '42501';

describe('workspace_notes', () => {
  testMatrix(() => roles, [
    //                      stranger other  invited member owner  service | code owed
    attempt('read',         '42501   none   none    done   done   done', 'none', (db, { note }) => db.from('workspace_notes').select().eq('id', note)),
    attempt('search',       '42501   none   none    done   done   done', 'none', (db, { board }) => db.from('workspace_notes').select().eq('board', board).textSearch('search', 'above', { type: 'websearch', config: 'simple' })),
    attempt('add',          '42501   42501  42501   done   done   done', DENIED, (db, { board }) => db.from('workspace_notes').insert({ board, title: 'New' }).select()),
    attempt('add, nothing asked back', '42501 42501 42501 done done done', DENIED, (db, { board }) => db.from('workspace_notes').insert({ board, title: 'New' })),
    attempt('add in the name of another', '42501 42501 42501 42501 42501 done', DENIED, (db, { board, people }) => db.from('workspace_notes').insert({ board, title: 'New', author: people.owner.id }).select()),
    attempt('add at a place',  '42501 42501 42501 done done done', DENIED, (db, { board }) => db.from('workspace_notes').insert({ id: crypto.randomUUID(), board, title: 'New', position: 'a0' }).select()),
    attempt('add with another time', '42501 42501 42501 42501 42501 done', DENIED, (db, { board }) => db.from('workspace_notes').insert({ board, title: 'New', created_at: '2020-01-01' }).select()),
    attempt('add as deleted',  '42501 42501 42501 42501 42501 done', DENIED, (db, { board }) => db.from('workspace_notes').insert({ board, title: 'New', deleted_at: '2020-01-01' }).select()),
    attempt('add at no place of a list', '42501 23514 23514 23514 23514 23514', '23514', (db, { board }) => db.from('workspace_notes').insert({ board, title: 'New', position: 'a00' }).select()),
    attempt('change title, body and done', '42501 none none done done done', 'none', (db, { note }) => db.from('workspace_notes').update({ title: 'T', body: 'B', done: true }).eq('id', note).select()),
    attempt('upsert',       '42501   42501  42501   42501  42501  done', DENIED, (db, { note, board }) => db.from('workspace_notes').upsert({ id: note, board, title: 'T' }).select()),
    attempt('delete another\'s, and restore it', '42501 none none done done -', DENIED, async (db, { secondNote }) => deleteAndRestore(db, 'note', secondNote)),
    attempt('restore what is not deleted', '42501 none none done done -', DENIED, async (db, { note }) => restore(db, 'note', note)),
    attempt('move',         '42501   WS021  WS021   done   done   WS021', 'WS021', (db, { note, secondNote }) => db.rpc('workspace_move_note', { note, after: secondNote })),
    attempt('move to the top', '42501 WS021 WS021   done   done   WS021', 'WS021', (db, { secondNote }) => db.rpc('workspace_move_note', { note: secondNote })),
    attempt('move to a board of others', '42501 WS021 WS021 42501 42501 WS021', 'WS021', (db, { note }) => db.rpc('workspace_move_note_to_board', { note, board: crypto.randomUUID() })),
    attempt('move to the same board', '42501 WS021 WS021 done done WS021', 'WS021', (db, { note, board }) => db.rpc('workspace_move_note_to_board', { note, board })),
  ]);

  const KEPT: readonly Database['public']['Tables']['workspace_notes']['Update'][] = [
    { id: crypto.randomUUID() }, { board: crypto.randomUUID() }, { author: crypto.randomUUID() }, { owner: crypto.randomUUID() }, { position: 'a5' },
    { version: 7 }, { created_at: '2020-01-01' }, { updated_at: '2020-01-01' }, { deleted_at: '2020-01-01' }, { deleted_at: null },
  ];
  testMatrix(() => roles, KEPT.map((change) =>
    attempt(`change to ${JSON.stringify(change)}`, '42501 42501 42501 42501 42501 -', DENIED, (db, { note }) => db.from('workspace_notes').update(change).eq('id', note).select())));

  test('the lists of changeable and fixed columns are complete', () => {
    const changed = [...KEPT.flatMap((change) => Object.keys(change)), 'title', 'body', 'done', 'search'];
    expect([...new Set(changed)].sort()).toEqual(['author', 'board', 'body', 'created_at', 'deleted_at', 'done', 'id', 'owner', 'position', 'search', 'title', 'updated_at', 'version']);
  });
});

describe('workspace_attachments', () => {
  const OTHER_FILE: readonly Database['public']['Tables']['workspace_attachments']['Update'][] = [
    { id: crypto.randomUUID() }, { board: crypto.randomUUID() }, { note: crypto.randomUUID() }, { author: crypto.randomUUID() },
    { path: 'a' }, { name: 'a' }, { type: 'a' }, { thumbnail: null }, { created_at: '2020-01-01' }, { deleted_at: '2020-01-01' }, { deleted_at: null },
  ];
  /** Ends of paths, which an address made of them would lead elsewhere. */
  const ELSEWHERE: Readonly<Record<string, string>> = {
    'that leads to another service': '../../../auth/v1/logout?scope=global',
    'that climbs in its last segment': `${crypto.randomUUID()}/..`,
    'that climbs as an escape': `${crypto.randomUUID()}/%2e%2e`,
    'with a query': `${crypto.randomUUID()}/a.txt?download`,
    'with a fragment': `${crypto.randomUUID()}/a.txt#b`,
    'with a backslash': `${crypto.randomUUID()}/..\\a.txt`,
    'with a folder more': `${crypto.randomUUID()}/b/a.txt`,
    'without a folder of its own': 'a.txt',
    'with a line break': `${crypto.randomUUID()}/a.txt\n`,
  };
  const file = (board: string, note: string) => ({ board, note, path: `${board}/${note}/${crypto.randomUUID()}/a.txt`, name: 'a.txt', type: 'text/plain', size: 1 });
  testMatrix(() => roles, [
    //                      stranger other  invited member owner  service | code owed
    attempt('read',         '42501   none   none    done   done   done', 'none', (db, { attachment }) => db.from('workspace_attachments').select().eq('id', attachment)),
    attempt('add',          '42501   42501  42501   done   done   done', DENIED, (db, { board, note }) => db.from('workspace_attachments').insert(file(board, note)).select()),
    attempt('add in the name of another', '42501 42501 42501 42501 42501 done', DENIED, (db, { board, note, people }) => db.from('workspace_attachments').insert({ ...file(board, note), author: people.owner.id }).select()),
    attempt('add with the path of another board', '42501 42501 42501 42501 42501 done', DENIED, (db, { board, note }) => db.from('workspace_attachments').insert({ ...file(board, note), path: `${crypto.randomUUID()}/${note}/${crypto.randomUUID()}/a.txt` }).select()),
    attempt('add with the path of another note', '42501 42501 42501 42501 42501 23514', DENIED, (db, { board, note }) => db.from('workspace_attachments').insert({ ...file(board, note), path: `${board}/${crypto.randomUUID()}/${crypto.randomUUID()}/a.txt` }).select()),
    ...Object.entries(ELSEWHERE).map(([what, rest]) =>
      attempt(`add with a path ${what}`, '42501 42501 42501 23514 23514 23514', DENIED, (db, { board, note }) => db.from('workspace_attachments').insert({ ...file(board, note), path: `${board}/${note}/${rest}` }).select())),
    attempt('add with a thumbnail', '42501 42501 42501 done done done', DENIED, (db, { board, note }) => db.from('workspace_attachments').insert({ ...file(board, note), thumbnail: 'data:image/webp;base64,UklGRg==' }).select()),
    ...['https://example.com/a.webp', 'data:image/svg+xml;base64,PHN2Zz4=', `data:image/webp;base64,${'A'.repeat(8192)}`].map((thumbnail) =>
      attempt(`add with the thumbnail ${thumbnail.slice(0, 30)}`, '42501 42501 42501 23514 23514 23514', DENIED, (db, { board, note }) => db.from('workspace_attachments').insert({ ...file(board, note), thumbnail }).select())),
    attempt('add to a note of another board', '42501 42501 42501 23503 23503 23503', DENIED, (db, { board }) => db.from('workspace_attachments').insert(file(board, crypto.randomUUID())).select()),
    ...OTHER_FILE.map((change) =>
      attempt(`change to ${JSON.stringify(change)}`, '42501 42501 42501 42501 42501 -', DENIED, (db, { attachment }) => db.from('workspace_attachments').update(change).eq('id', attachment).select())),
    attempt('change size',  '42501   42501  42501   42501  42501  done', DENIED, (db, { attachment }) => db.from('workspace_attachments').update({ size: 2 }).eq('id', attachment).select()),
    attempt('upsert',       '42501   42501  42501   42501  42501  done', DENIED, (db, { attachment, board, note }) => db.from('workspace_attachments').upsert({ id: attachment, ...file(board, note) }).select()),
    attempt('delete another\'s, and restore it', '42501 none none done done -', DENIED, async (db, { attachment }) => deleteAndRestore(db, 'file', attachment)),
  ]);
});
