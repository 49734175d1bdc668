import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Project } from '../project.ts';
import { PolicyRoles } from './policy-roles.ts';
import { statement, testStatements } from './statement-matrix.ts';

let project: Project;
let roles: PolicyRoles;
beforeAll(async () => {
  ({ project, roles } = await PolicyRoles.start());
});
afterAll(() => project.stop());

const DENIED = '42501';
/** A value of each type that has columns. */
const [ID, TIME] = ['gen_random_uuid()', `'2020-01-01'`];

describe('workspace_notes', () => {
  const add = (column = '', value = '', returning = 'returning *') => `insert into workspace_notes (board, title${column && `, ${column}`}) values ({board}, 'New'${value && `, ${value}`}) ${returning}`;
  testStatements(() => roles, [
    //                        stranger other  invited viewer editor owner  service | code owed
    statement('read',         '42501   none   none    done   done   done   done', 'none', 'select * from workspace_notes where id = {note}'),
    statement('search',       '42501   none   none    done   done   done   done', 'none', `select * from workspace_notes where board = {board} and search @@ websearch_to_tsquery('simple', 'above')`),
    statement('add',          '42501   42501  42501   42501  done   done   done', DENIED, add()),
    statement('add, nothing asked back', '42501 42501 42501 42501 done done done', DENIED, add('', '', '')),
    statement('add in the name of another', '42501 42501 42501 42501 42501 42501 done', DENIED, add('author', '{owner}')),
    statement('add at a place',  '42501 42501 42501 42501 done done done', DENIED, add('id, position', `gen_random_uuid(), 'a0'`)),
    statement('add with another time', '42501 42501 42501 42501 42501 42501 done', DENIED, add('created_at', TIME)),
    statement('add as deleted',  '42501 42501 42501 42501 42501 42501 done', DENIED, add('deleted_at', TIME)),
    statement('add at no place of a list', '42501 23514 23514 23514 23514 23514 23514', '23514', add('position', `'a00'`)),
    statement('change title, body and done', '42501 none none none done done done', 'none', `update workspace_notes set title = 'T', body = 'B', done = true where id = {note} returning *`),
    statement('upsert',       '42501   42501  42501   42501  42501  42501  done', DENIED, `insert into workspace_notes (id, board, title) values ({note}, {board}, 'T')
      on conflict (id) do update set id = excluded.id, board = excluded.board, title = excluded.title returning *`),
    statement('delete another\'s, and restore it', '42501 none none none done done -', DENIED, 'delete from workspace_notes where id = {secondNote}', `select 1 from workspace_restore('note', {secondNote}) as is_restored where is_restored`),
    statement('restore what is not deleted', '42501 none none none done done -', DENIED, `select 1 from workspace_restore('note', {note}) as is_restored where is_restored`),
    statement('move',         '42501   WS021  WS021   42501  done   done   WS021', 'WS021', 'select workspace_move_note({note}, {secondNote})'),
    statement('move to the top', '42501 WS021 WS021   42501  done   done   WS021', 'WS021', 'select workspace_move_note({secondNote})'),
    statement('move to a board of others', '42501 WS021 WS021 42501 42501 42501 WS021', 'WS021', 'select workspace_move_note_to_board({note}, gen_random_uuid())'),
    statement('move to the same board', '42501 WS021 WS021 42501 done done WS021', 'WS021', 'select workspace_move_note_to_board({note}, {board})'),
  ]);

  const KEPT: readonly (readonly [column: string, value: string])[] = [
    ['id', ID], ['board', ID], ['author', ID], ['owner', ID], ['position', `'a5'`], ['version', '7'], ['created_at', TIME], ['updated_at', TIME],
    ['deleted_at', TIME], ['deleted_at', 'null'], ['edited_by', ID], ['edited_at', TIME],
  ];
  testStatements(() => roles, KEPT.map(([column, value]) =>
    statement(`change ${column} to ${value}`, '42501 42501 42501 42501 42501 42501 -', DENIED, `update workspace_notes set ${column} = ${value} where id = {note} returning *`)));

  test('the lists of changeable and fixed columns are complete', () => {
    const changed = [...KEPT.map(([column]) => column), 'title', 'body', 'done', 'search'];
    expect([...new Set(changed)].sort()).toEqual(['author', 'board', 'body', 'created_at', 'deleted_at', 'done', 'edited_at', 'edited_by', 'id', 'owner', 'position', 'search', 'title', 'updated_at', 'version']);
  });
});

describe('workspace_attachments', () => {
  const OTHER_FILE: readonly (readonly [column: string, value: string])[] = [
    ['id', ID], ['board', ID], ['note', ID], ['author', ID], ['path', `'a'`], ['name', `'a'`], ['type', `'a'`], ['thumbnail', 'null'],
    ['created_at', TIME], ['deleted_at', TIME], ['deleted_at', 'null'],
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
  const NEW_PATH = `{board} || '/' || {note} || '/' || gen_random_uuid() || '/a.txt'`;
  const file = ({ path = NEW_PATH, column = '', value = '' }) =>
    `insert into workspace_attachments (board, note, path, name, type, size${column && `, ${column}`}) values ({board}, {note}, ${path}, 'a.txt', 'text/plain', 1${value && `, ${value}`})`;
  const add = (row: Parameters<typeof file>[0] = {}) => `${file(row)} returning *`;
  testStatements(() => roles, [
    //                        stranger other  invited viewer editor owner  service | code owed
    statement('read',         '42501   none   none    done   done   done   done', 'none', 'select * from workspace_attachments where id = {attachment}'),
    statement('add',          '42501   42501  42501   42501  done   done   done', DENIED, add()),
    statement('add in the name of another', '42501 42501 42501 42501 42501 42501 done', DENIED, add({ column: 'author', value: '{owner}' })),
    statement('add with the path of another board', '42501 42501 42501 42501 42501 42501 done', DENIED, add({ path: `gen_random_uuid() || '/' || {note} || '/' || gen_random_uuid() || '/a.txt'` })),
    statement('add with the path of another note', '42501 42501 42501 42501 42501 42501 23514', DENIED, add({ path: `{board} || '/' || gen_random_uuid() || '/' || gen_random_uuid() || '/a.txt'` })),
    ...Object.entries(ELSEWHERE).map(([what, rest]) =>
      statement(`add with a path ${what}`, '42501 42501 42501 42501 23514 23514 23514', DENIED, add({ path: `{board} || '/' || {note} || '/${rest}'` }))),
    statement('add with a thumbnail', '42501 42501 42501 42501 done done done', DENIED, add({ column: 'thumbnail', value: `'data:image/webp;base64,UklGRg=='` })),
    ...['https://example.com/a.webp', 'data:image/svg+xml;base64,PHN2Zz4=', `data:image/webp;base64,${'A'.repeat(8192)}`].map((thumbnail) =>
      statement(`add with the thumbnail ${thumbnail.slice(0, 30)}`, '42501 42501 42501 42501 23514 23514 23514', DENIED, add({ column: 'thumbnail', value: `'${thumbnail}'` }))),
    statement('add to a note of another board', '42501 42501 42501 42501 23503 23503 23503', DENIED,
      `with other as (select gen_random_uuid() as note) insert into workspace_attachments (board, note, path, name, type, size)
       select {board}, note, {board} || '/' || note || '/' || gen_random_uuid() || '/a.txt', 'a.txt', 'text/plain', 1 from other returning *`),
    ...OTHER_FILE.map(([column, value]) =>
      statement(`change ${column} to ${value}`, '42501 42501 42501 42501 42501 42501 -', DENIED, `update workspace_attachments set ${column} = ${value} where id = {attachment} returning *`)),
    statement('change size',  '42501   42501  42501   42501  42501  42501  done', DENIED, 'update workspace_attachments set size = 2 where id = {attachment} returning *'),
    statement('upsert',       '42501   42501  42501   42501  42501  42501  done', DENIED, `${file({ column: 'id', value: '{attachment}' })}
      on conflict (id) do update set id = excluded.id, board = excluded.board, note = excluded.note, path = excluded.path, name = excluded.name, type = excluded.type, size = excluded.size returning *`),
    statement('delete another\'s, and restore it', '42501 none none none done done -', DENIED, 'delete from workspace_attachments where id = {attachment}', `select 1 from workspace_restore('file', {attachment}) as is_restored where is_restored`),
  ]);
});
