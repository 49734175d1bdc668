import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ROOT } from '../../../tools/repository/repository.ts';
import { accountDelete } from '../../functions/account-delete/account-delete.ts';
import { workspacePurge } from '../../functions/workspace-purge/workspace-purge.ts';
import { callHandler, invoke } from '../functions/calls.ts';
import { PASSWORD, Project, type Client, type Person } from '../project.ts';

let project: Project;
beforeAll(async () => {
  project = await Project.start(`--functions=${path.join(ROOT, 'supabase/functions')}`, `--config=${path.join(ROOT, 'supabase/config.toml')}`, '--no-confirm-email');
});
afterAll(() => project.stop());

/** A time of deletion after which nothing can be restored. */
const EXPIRED = new Date(Date.now() - 31 * 24 * 60 * 60 * 1000).toISOString();

let scenes = 0;

/** A board with a member, and a note of its owner with a file. */
async function boardWithNote() {
  scenes += 1;
  const [owner, member] = [await project.register(`owner ${String(scenes)}`), await project.register(`member ${String(scenes)}`)];
  const { data: { id: board } } = await owner.client.from('workspace_boards').insert({ name: 'Plans' }).select('id').single().throwOnError();
  await project.admin.from('workspace_members').insert({ board, person: member.id }).throwOnError();
  const { data: { id: note } } = await owner.client.from('workspace_notes').insert({ board, title: 'Tea', body: 'green' }).select('id').single().throwOnError();
  const file = await addFile(owner, board, note);
  return { owner, member, board, note, file };
}

async function addFile({ client }: Person, board: string, note: string): Promise<{ readonly id: string; readonly path: string }> {
  const file = { id: crypto.randomUUID(), path: `${board}/${note}/${crypto.randomUUID()}/a.txt` };
  expect((await bucketOf(client).upload(file.path, new Blob(['leaves'], { type: 'text/plain' }))).error).toBeNull();
  await client.from('workspace_attachments').insert({ ...file, board, note, name: 'a.txt', type: 'text/plain', size: 6 }).throwOnError();
  return file;
}

function bucketOf(client: Client) {
  return client.storage.from('workspace-files');
}

/** What a user can read of a board in every possible way, with complete rows. */
async function seen({ client }: Person, board: string, file: string) {
  const notes = client.from('workspace_notes');
  const [boards, rows, files, found, counted, summary, bytes, signed] = await Promise.all([
    client.from('workspace_boards').select('*, workspace_members(*)').eq('id', board).throwOnError(),
    notes.select('*, workspace_attachments(*)').eq('board', board).throwOnError(),
    client.from('workspace_attachments').select().eq('board', board).throwOnError(),
    notes.select('id').eq('board', board).textSearch('search', 'tea', { config: 'simple' }).throwOnError(),
    notes.select('*', { count: 'exact', head: true }).eq('board', board).throwOnError(),
    client.rpc('workspace_board_summary', { board }).throwOnError(),
    bucketOf(client).download(file),
    bucketOf(client).createSignedUrl(file, 60),
  ]);
  return {
    boards: boards.data, notes: rows.data, files: files.data, found: found.data, count: counted.count, summary: summary.data,
    readable: [bytes.error === null, signed.error === null],
  };
}

const HIDDEN_NOTE = { notes: [], files: [], found: [], count: 0, summary: [expect.objectContaining({ notes: 0 })], readable: [false, false] };

async function restore({ client }: Person, kind: 'board' | 'note' | 'file', id: string): Promise<boolean> {
  return (await client.rpc('workspace_restore', { kind, id }).throwOnError()).data;
}

test('a deleted note is hidden, and restored by another member with its author, files, place, times and version', async () => {
  const { owner, member, board, note, file } = await boardWithNote();
  await owner.client.from('workspace_notes').insert({ board, title: 'Tea first' }).throwOnError();
  const other = await owner.client.from('workspace_notes').insert({ board, title: 'Tea last' }).select('id').single().throwOnError();
  await owner.client.rpc('workspace_move_note', { note: other.data.id, after: note }).throwOnError();
  const before = await seen(member, board, file.path);
  expect(before).toMatchObject({ count: 3, readable: [true, true] });

  await member.client.from('workspace_notes').delete().eq('id', note).throwOnError();
  for (const person of [owner, member]) {
    const { notes, files, readable } = await seen(person, board, file.path);
    expect([notes.map(({ title }) => title).sort(), files, readable]).toEqual([['Tea first', 'Tea last'], [], [false, false]]);
  }
  // No member can change it, move it or add files to it.
  expect((await owner.client.from('workspace_notes').update({ title: 'X' }).eq('id', note).select()).data).toEqual([]);
  expect((await owner.client.rpc('workspace_move_note', { note })).error).toMatchObject({ code: 'WS021' });
  expect((await bucketOf(owner.client).upload(`${board}/${note}/${crypto.randomUUID()}/b.txt`, new Blob(['b'], { type: 'text/plain' }))).error).not.toBeNull();
  expect((await owner.client.from('workspace_attachments').insert({ board, note, path: `${board}/${note}/${crypto.randomUUID()}/b.txt`, name: 'b.txt', type: 'text/plain', size: 1 })).error).toMatchObject({ code: '42501' });
  // Another note that moves to its position meanwhile does not change it.
  await owner.client.rpc('workspace_move_note', { note: other.data.id }).throwOnError();
  await owner.client.rpc('workspace_move_note', { note: other.data.id, after: before.notes.find(({ title }) => title === 'Tea first')?.id ?? '' }).throwOnError();

  expect(await restore(await project.register(`stranger ${String(scenes)}`), 'note', note)).toBe(false);
  // Twice, like a page that did not receive the first response.
  expect(await restore(member, 'note', note)).toBe(true);
  expect(await restore(member, 'note', note)).toBe(true);
  const after = await seen(member, board, file.path);
  const kept = (state: typeof before) => state.notes.find(({ id }) => id === note);
  expect(kept(after)).toEqual(kept(before));
  expect(kept(after)).toMatchObject({ author: owner.id, owner: owner.id, workspace_attachments: [{ id: file.id, author: owner.id }] });
  expect(after).toMatchObject({ count: 3, readable: [true, true] });
});

test('a deleted file is hidden, its bytes cannot be removed, and it is restored with its author and time', async () => {
  const { owner, member, board, note, file } = await boardWithNote();
  const before = await seen(member, board, file.path);
  // Earlier releases of the page remove the bytes first. The policy keeps them.
  expect((await bucketOf(member.client).remove([file.path])).data).toEqual([]);
  await member.client.from('workspace_attachments').delete().eq('id', file.id).throwOnError();
  expect((await bucketOf(member.client).remove([file.path])).data).toEqual([]);
  expect(await seen(owner, board, file.path)).toMatchObject({ files: [], notes: [{ workspace_attachments: [] }], readable: [false, false] });
  // While its note is deleted too, the file cannot be restored, and restoring the note does not restore the file.
  await member.client.from('workspace_notes').delete().eq('id', note).throwOnError();
  expect(await restore(member, 'file', file.id)).toBe(false);
  expect(await restore(member, 'note', note)).toBe(true);
  expect(await seen(owner, board, file.path)).toMatchObject({ files: [], readable: [false, false] });
  expect(await restore(owner, 'file', file.id)).toBe(true);
  expect(await seen(member, board, file.path)).toEqual(before);
});

test('a deleted board is hidden with its content, and only its owner can restore it, with its members', async () => {
  const { owner, member, board, file } = await boardWithNote();
  const guest = await project.register(`guest ${String(scenes)}`);
  await owner.client.from('workspace_invitations').insert({ board, email: guest.email }).throwOnError();
  const before = await seen(member, board, file.path);
  await member.client.from('workspace_boards').delete().eq('id', board).throwOnError();
  expect(await seen(member, board, file.path)).toEqual(before);

  await owner.client.from('workspace_boards').delete().eq('id', board).throwOnError();
  for (const person of [owner, member]) expect(await seen(person, board, file.path)).toMatchObject({ ...HIDDEN_NOTE, boards: [], summary: [] });
  expect((await member.client.from('account_profiles').select('person')).data).toEqual([{ person: member.id }]);
  expect((await owner.client.from('workspace_members').select()).data).toEqual([]);
  expect((await guest.client.from('workspace_invitations').select()).data).toEqual([]);
  expect((await guest.client.rpc('workspace_my_invitations')).data).toEqual([]);
  expect((await guest.client.rpc('workspace_accept_invitation', { board })).error).toMatchObject({ code: 'WS022' });
  expect((await owner.client.rpc('workspace_hand_over_board', { board, person: member.id })).error).toMatchObject({ code: '42501' });
  // The function for the first board creates another one.
  expect((await owner.client.rpc('workspace_first_board', { name: 'Next' }).throwOnError()).data).not.toBe(board);

  expect(await restore(member, 'board', board)).toBe(false);
  expect(await restore(owner, 'board', board)).toBe(true);
  expect(await seen(member, board, file.path)).toEqual(before);
  await guest.client.rpc('workspace_accept_invitation', { board }).throwOnError();
});

test('a removed member cannot restore anything on the board', async () => {
  const { owner, member, board, note, file } = await boardWithNote();
  await member.client.from('workspace_attachments').delete().eq('id', file.id).throwOnError();
  await owner.client.from('workspace_members').delete().eq('board', board).eq('person', member.id).throwOnError();
  expect(await restore(member, 'file', file.id)).toBe(false);
  await owner.client.from('workspace_notes').delete().eq('id', note).throwOnError();
  expect(await restore(member, 'note', note)).toBe(false);
  expect((await project.client().rpc('workspace_restore', { kind: 'note', id: note })).error).toMatchObject({ code: '42501' });
});

test('what was deleted more than 30 days ago cannot be restored, and is purged with its files', async () => {
  const { owner, member, board, note, file } = await boardWithNote();
  const { data: { id: secondNote } } = await owner.client.from('workspace_notes').insert({ board, title: 'Stays' }).select('id').single().throwOnError();
  const [gone, stays] = [await addFile(owner, board, secondNote), await addFile(owner, board, secondNote)];
  await owner.client.from('workspace_notes').delete().eq('id', note).throwOnError();
  await owner.client.from('workspace_attachments').delete().in('id', [gone.id, stays.id]).throwOnError();
  const old = await boardWithNote();
  await old.owner.client.from('workspace_boards').delete().eq('id', old.board).throwOnError();
  const isStored = async ({ path }: { readonly path: string }) => (await bucketOf(project.admin).exists(path)).data;
  const hasExpired = async () => (await member.client.rpc('workspace_has_expired').throwOnError()).data;

  expect(await hasExpired()).toBe(false);
  expect(await invoke(member.client, 'workspace-purge', {})).toEqual({ data: { purged: true } });
  expect(await Promise.all([file, gone, stays, old.file].map(isStored))).toEqual([true, true, true, true]);

  await project.admin.from('workspace_notes').update({ deleted_at: EXPIRED }).eq('id', note).throwOnError();
  await project.admin.from('workspace_attachments').update({ deleted_at: EXPIRED }).eq('id', gone.id).throwOnError();
  await project.admin.from('workspace_boards').update({ deleted_at: EXPIRED }).eq('id', old.board).throwOnError();
  expect(await hasExpired()).toBe(true);
  expect([await restore(owner, 'note', note), await restore(owner, 'file', gone.id), await restore(old.owner, 'board', old.board)]).toEqual([false, false, false]);
  expect((await member.client.rpc('workspace_purge')).error).toMatchObject({ code: '42501' });

  expect(await invoke(member.client, 'workspace-purge', {})).toEqual({ data: { purged: true } });
  expect(await Promise.all([file, gone, stays, old.file].map(isStored))).toEqual([false, false, true, false]);
  expect((await project.admin.from('workspace_notes').select('id').in('id', [note, old.note, secondNote])).data).toEqual([{ id: secondNote }]);
  expect((await project.admin.from('workspace_attachments').select('id').in('id', [file.id, gone.id, old.file.id])).data).toEqual([]);
  expect((await project.admin.from('workspace_boards').select('id').eq('id', old.board)).data).toEqual([]);
  expect(await hasExpired()).toBe(false);
  expect(await restore(owner, 'file', stays.id)).toBe(true);
});

test('deleting an account purges the boards that it had deleted, with their files, and nothing else', async () => {
  const { owner, member, board, file } = await boardWithNote();
  const theirs = await boardWithNote();
  await theirs.owner.client.from('workspace_boards').delete().eq('id', theirs.board).throwOnError();
  await owner.client.from('workspace_boards').delete().eq('id', board).throwOnError();
  expect(await callHandler(project, accountDelete, owner, { password: PASSWORD })).toEqual({ data: { deleted: true } });
  expect((await project.admin.from('workspace_boards').select('id').eq('id', board)).data).toEqual([]);
  expect((await bucketOf(project.admin).exists(file.path)).data).toBe(false);
  // A retry, because the response was lost, finds boards that no longer exist.
  expect(await callHandler(project, accountDelete, owner, { password: PASSWORD })).toEqual({ data: { deleted: true } });
  expect(await restore(member, 'board', board)).toBe(false);
  expect(await restore(theirs.owner, 'board', theirs.board)).toBe(true);
  expect((await bucketOf(theirs.member.client).download(theirs.file.path)).error).toBeNull();
});

test('a note can be restored after its author deleted their account, without an author', async () => {
  const { owner, member, board } = await boardWithNote();
  const { data: { id: note } } = await member.client.from('workspace_notes').insert({ board, title: 'Theirs' }).select('id').single().throwOnError();
  await owner.client.from('workspace_notes').delete().eq('id', note).throwOnError();
  expect((await project.admin.auth.admin.deleteUser(member.id)).error).toBeNull();
  expect(await restore(owner, 'note', note)).toBe(true);
  expect((await owner.client.from('workspace_notes').select('title, author').eq('id', note)).data).toEqual([{ title: 'Theirs', author: null }]);
});

test('deleted items do not count towards limits, and are not restored above a limit', async () => {
  const { owner, board, note, file } = await boardWithNote();
  const files = (amount: number) =>
    owner.client.from('workspace_attachments').insert(
      Array.from({ length: amount }, () => ({ board, note, path: `${board}/${note}/${crypto.randomUUID()}/a.txt`, name: 'a.txt', type: 'text/plain', size: 1 })),
    );
  await owner.client.from('workspace_attachments').delete().eq('id', file.id).throwOnError();
  await files(20).throwOnError();
  expect((await owner.client.rpc('workspace_restore', { kind: 'file', id: file.id })).error).toMatchObject({ code: 'WS004' });
});

test('a member who keeps adding and deleting files can add no more, blocks no other member, and can restore all of them', async () => {
  const { owner, member, board, note, file } = await boardWithNote();
  const addFiles = (amount: number) => {
    const rows = Array.from({ length: amount }, () => ({ board, note, path: `${board}/${note}/${crypto.randomUUID()}/a.txt`, name: 'a.txt', type: 'text/plain', size: 1 }));
    return member.client.from('workspace_attachments').insert(rows);
  };
  const deleteAll = () => member.client.from('workspace_attachments').delete().eq('note', note).throwOnError();
  await deleteAll();
  const oldest = await addFile(member, board, note);
  for (let round = 0; round < 2; round += 1) {
    await deleteAll();
    await addFiles(20).throwOnError();
  }
  await deleteAll();

  expect((await addFiles(1)).error).toMatchObject({ code: 'WS007', hint: expect.stringContaining('30 days') });
  await addFile(owner, board, note);
  expect(await restore(owner, 'file', file.id)).toBe(true);
  expect(await restore(member, 'file', oldest.id)).toBe(true);
  await addFiles(1).throwOnError();
});

test('abandoned uploads of a member do not reduce the space of others', async () => {
  const { owner, member, board, note } = await boardWithNote();
  const upload = ({ client }: Person) => bucketOf(client).upload(`${board}/${note}/${crypto.randomUUID()}/a.txt`, new Blob(['a'], { type: 'text/plain' }));
  const uploads = await Promise.all(Array.from({ length: 40 }, () => upload(member)));
  expect(uploads.filter(({ error }) => error !== null)).toEqual([]);
  expect((await upload(member)).error).not.toBeNull();
  expect((await upload(owner)).error).toBeNull();
});

test('a purge looks for no files if nothing is due', async () => {
  const { apiUrl, publishableKey, secretKey } = project.backend;
  const requested: string[] = [];
  const handle = workspacePurge({ SUPABASE_URL: apiUrl, SUPABASE_ANON_KEY: publishableKey, SUPABASE_SERVICE_ROLE_KEY: secretKey }, {
    fetch: (input) => {
      requested.push(new Request(input).url);
      return Promise.resolve(Response.json(false));
    },
    waitUntil: () => undefined,
  });
  const response = await handle(new Request('https://functions.example/workspace-purge', { method: 'POST', body: '{}' }));
  expect([response.status, requested]).toEqual([200, [`${apiUrl}/rest/v1/rpc/workspace_has_expired`]]);
});

test('two purges at the same time both succeed, and remove everything that is due', async () => {
  const { owner, board, note } = await boardWithNote();
  const files = [await addFile(owner, board, note), await addFile(owner, board, note)];
  await owner.client.from('workspace_notes').delete().eq('id', note).throwOnError();
  await project.admin.from('workspace_notes').update({ deleted_at: EXPIRED }).eq('id', note).throwOnError();
  const purges = Array.from({ length: 2 }, () => callHandler(project, workspacePurge, owner, {}));
  expect(await Promise.all(purges)).toEqual([{ data: { purged: true } }, { data: { purged: true } }]);
  for (const { path } of files) expect((await bucketOf(project.admin).exists(path)).data).toBe(false);
  expect((await project.admin.from('workspace_notes').select('id').eq('id', note)).data).toEqual([]);
});
