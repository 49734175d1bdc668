import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Client, Project } from '../project.ts';
import { PolicyRoles, type Scene } from './policy-roles.ts';
import { attempt, reading, testMatrix } from './matrix.ts';

let project: Project;
let roles: PolicyRoles;
beforeAll(async () => {
  ({ project, roles } = await PolicyRoles.start());
});
afterAll(() => project.stop());

const TEXT = new Blob(['plan'], { type: 'text/plain' });
const PNG = new Blob(['png'], { type: 'image/png' });
/** The storage service reports files that the user may not see as missing. */
const HIDDEN = 'refused';

interface StorageAnswer {
  readonly data: unknown;
  readonly error: { readonly message: string } | null;
}

/** Converts a response of the storage service to the form that the matrix compares. */
async function answerOf(request: PromiseLike<StorageAnswer>): Promise<{ data: unknown; error: { code: string } | null }> {
  const { data, error } = await request;
  return { data, error: error && { code: HIDDEN } };
}

function files(client: Client) {
  return client.storage.from('workspace-files');
}

/** The board of the last scene whose file, or whose owner's picture, is stored. The matrix uses a scene again only if no attempt has changed it. */
const stored = { file: '', picture: '' };

/** Stores the file of a new scene before an attempt on it. */
function onFile(work: (bucket: ReturnType<typeof files>, scene: Scene) => PromiseLike<StorageAnswer>) {
  return async (client: Client, scene: Scene) => {
    if (stored.file !== scene.board) {
      const { error } = await files(project.admin).upload(scene.path, TEXT);
      if (error) throw error;
      stored.file = scene.board;
    }
    return answerOf(work(files(client), scene));
  };
}

describe('workspace-files', () => {
  const fresh = ({ board, note }: Scene, name = 'a.txt') => `${board}/${note}/${crypto.randomUUID()}/${name}`;
  testMatrix(() => roles, [
    //                      stranger other  invited viewer editor owner  service | code owed
    attempt('store',        'refused refused refused refused done done done', HIDDEN, (db, scene) => answerOf(files(db).upload(fresh(scene), TEXT))),
    attempt('sign an upload URL', 'refused refused refused refused done done done', HIDDEN, (db, scene) => answerOf(files(db).createSignedUploadUrl(fresh(scene)))),
    attempt('store for a note on another board', 'refused refused refused refused refused refused -', HIDDEN, (db, { note }) => answerOf(files(db).upload(`${crypto.randomUUID()}/${note}/${crypto.randomUUID()}/a.txt`, TEXT))),
    attempt('store without a note', 'refused refused refused refused refused refused -', HIDDEN, (db, { board }) => answerOf(files(db).upload(`${board}/a.txt`, TEXT))),
    reading('read',         'refused refused refused done done done done', HIDDEN, onFile((bucket, { path }) => bucket.download(path))),
    reading('sign a URL', 'refused refused refused done done done done', HIDDEN, onFile((bucket, { path }) => bucket.createSignedUrl(path, 60))),
    reading('list',         'none    none   none    done   done   done   done', 'none', onFile((bucket, { board }) => bucket.list(board))),
    attempt('replace',      'refused refused refused refused refused refused done', HIDDEN, onFile((bucket, { path }) => bucket.update(path, TEXT))),
    attempt('replace by an upsert', 'refused refused refused refused refused refused done', HIDDEN, onFile((bucket, { path }) => bucket.upload(path, TEXT, { upsert: true }))),
    attempt('move',         'refused refused refused refused refused refused -', HIDDEN, onFile((bucket, scene) => bucket.move(scene.path, fresh(scene)))),
    attempt('copy within the note', 'refused refused refused refused done done done', HIDDEN, onFile((bucket, scene) => bucket.copy(scene.path, fresh(scene)))),
    attempt('copy to another board', 'refused refused refused refused refused refused -', HIDDEN, onFile((bucket, { path, note }) => bucket.copy(path, `${crypto.randomUUID()}/${note}/${crypto.randomUUID()}/a.txt`))),
    attempt('remove a file that a row names', 'none none none none none none done', 'none', onFile((bucket, { path }) => bucket.remove([path]))),
    attempt('remove a file without a row', 'none none none none done done done', 'none', async (db, scene) => {
      const path = fresh(scene);
      const stored = await files(project.admin).upload(path, TEXT);
      if (stored.error) throw stored.error;
      return answerOf(files(db).remove([path]));
    }),
  ]);

  test('active content, files that are too large, and too many files on a note are refused', async () => {
    const scene = await roles.scene('no factor');
    const bucket = files(scene.people.editor.client);
    for (const type of ['text/html', 'image/svg+xml', 'text/javascript']) {
      expect((await bucket.upload(fresh(scene), new Blob(['<script>'], { type }))).error?.message).toMatch(/mime type .* is not supported/);
    }
    expect((await bucket.upload(fresh(scene), new Blob([new Uint8Array(10 * 1024 * 1024 + 1)], { type: 'image/png' }))).error?.message).toMatch(/exceeded the maximum allowed size/);
    for (let number = 0; number < 40; number += 1) expect((await bucket.upload(fresh(scene), TEXT)).error).toBeNull();
    expect((await bucket.upload(fresh(scene), TEXT)).error).not.toBeNull();
  });

  test('an upload URL works only while the person who signed it may store the file', async () => {
    const scene = await roles.scene('no factor');
    const { editor, owner } = scene.people;
    const signed = async (path = fresh(scene)) => {
      const { data, error } = await files(editor.client).createSignedUploadUrl(path);
      if (error) throw error;
      return data;
    };
    const [first, late, asViewer, afterRemoval] = [await signed(), await signed(), await signed(), await signed()];
    const upload = ({ path, token }: { readonly path: string; readonly token: string }) => files(project.client()).uploadToSignedUrl(path, token, TEXT);
    expect((await upload(first)).error).toBeNull();
    for (let number = 1; number < 40; number += 1) expect((await files(editor.client).upload(fresh(scene), TEXT)).error).toBeNull();
    expect((await upload(late)).error).toMatchObject({ statusCode: '403' });
    await files(project.admin).remove([first.path]);
    const giveRole = (role: string) => owner.client.from('workspace_members').update({ role }).eq('board', scene.board).eq('person', editor.id).throwOnError();
    await giveRole('viewer');
    expect((await upload(asViewer)).error).toMatchObject({ statusCode: '403' });
    await giveRole('editor');
    await owner.client.from('workspace_members').delete().eq('board', scene.board).eq('person', editor.id).throwOnError();
    expect((await upload(afterRemoval)).error).toMatchObject({ statusCode: '403' });
    expect((await files(project.admin).exists(afterRemoval.path)).data).toBe(false);
  });
});

describe('account-avatars', () => {
  const pictures = (client: Client) => client.storage.from('account-avatars');
  const fresh = ({ people }: Scene) => `${people.owner.id}/${crypto.randomUUID()}.png`;
  /** Replaces the owner's picture before an attempt on it in a new scene. */
  const onPicture = (work: (bucket: ReturnType<typeof pictures>, file: string) => PromiseLike<StorageAnswer>) => async (client: Client, scene: Scene) => {
    const file = `${scene.people.owner.id}/me.png`;
    if (stored.picture !== scene.board) {
      const { data: old } = await pictures(project.admin).list(scene.people.owner.id);
      await pictures(project.admin).remove((old ?? []).map(({ name }) => `${scene.people.owner.id}/${name}`));
      const { error } = await pictures(project.admin).upload(file, PNG);
      if (error) throw error;
      stored.picture = scene.board;
    }
    return answerOf(work(pictures(client), file));
  };
  testMatrix(() => roles, [
    //                      stranger other  invited viewer editor owner  service | code owed
    attempt('store the owner\'s', 'refused refused refused refused refused done done', HIDDEN, (db, scene) => onPicture((bucket) => bucket.upload(fresh(scene), PNG))(db, scene)),
    reading('read the owner\'s', 'refused refused refused done done done done', HIDDEN, onPicture((bucket, file) => bucket.download(file))),
    reading('list the owner\'s', 'none none none done done done done', 'none', onPicture((bucket, file) => bucket.list(file.split('/')[0]))),
    attempt('replace the owner\'s', 'refused refused refused refused refused refused done', HIDDEN, onPicture((bucket, file) => bucket.update(file, PNG))),
    attempt('remove the owner\'s', 'none none none none none done done', 'none', onPicture((bucket, file) => bucket.remove([file]))),
  ]);

  test('a person can store a few pictures, only in their own folder', async () => {
    const { client, id } = await project.register('painter');
    expect((await pictures(client).upload(`${id}/deeper/a.png`, PNG)).error).not.toBeNull();
    for (let number = 0; number < 5; number += 1) expect((await pictures(client).upload(`${id}/${String(number)}.png`, PNG)).error).toBeNull();
    expect((await pictures(client).upload(`${id}/6.png`, PNG)).error).not.toBeNull();
  });

  test('an upload URL of a deleted account stores no picture', async () => {
    const { client, id } = await project.register('leaver');
    const path = `${id}/late.png`;
    const { data, error } = await pictures(client).createSignedUploadUrl(path);
    if (error) throw error;
    await project.admin.auth.admin.deleteUser(id);
    expect((await pictures(project.client()).uploadToSignedUrl(path, data.token, PNG)).error).toMatchObject({ statusCode: '403' });
  });
});
