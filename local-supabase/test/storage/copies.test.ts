import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { join, refusal, startStorageProject } from './backend.ts';
import type { Person, StorageProject } from './backend.ts';

let project: StorageProject;
let ann: Person;
beforeAll(async () => {
  project = await startStorageProject();
  ann = await join(project.backend, 'ann', 'room');
});
afterAll(() => project.stop());

const files = (): ReturnType<Person['client']['storage']['from']> => ann.client.storage.from('files');
const stored = (): Promise<string[]> => readdir(path.join(project.directory, 'objects'));

test.each(['copy', 'move'] as const)('a %s into a bucket obeys its type and size limits', async (way) => {
  const into = (name: string): Promise<{ error: unknown }> => files()[way](`room/${name}`, `${ann.id}/${name}`, { destinationBucket: 'pictures' });
  await files().upload('room/page', 'x', { contentType: 'text/html' });
  await files().upload('room/large', new Uint8Array(100_001), { contentType: 'image/png' });
  await files().upload('room/good', new Uint8Array(100_000), { contentType: 'image/png' });
  const before = await stored();
  expect(refusal(await into('page'))).toEqual(['InvalidMimeType', '415']);
  expect(refusal(await into('large'))).toEqual(['EntityTooLarge', '413']);
  expect(await stored()).toHaveLength(before.length);
  expect((await into('good')).error).toBeNull();
  const nowhere = await files()[way]('room/page', 'room/page', { destinationBucket: 'nowhere' });
  expect(refusal(nowhere)).toEqual(['NoSuchBucket', '404']);
  await ann.client.storage.from('pictures').remove([`${ann.id}/good`]);
  await files().remove(['room/page', 'room/large', 'room/good']);
});

test('a copy can only have a valid other type', async () => {
  await files().upload('room/typed', '<svg/>', { contentType: 'image/png' });
  const copy = async (metadata: object): Promise<unknown> => {
    const response = await fetch(`${project.backend.ready.apiUrl}/storage/v1/object/copy`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ann.token}`, 'x-upsert': 'true' },
      body: JSON.stringify({ bucketId: 'files', sourceKey: 'room/typed', destinationKey: 'room/retyped', copyMetadata: false, metadata }),
    });
    return response.status;
  };
  expect(await copy({ mimetype: 'image/png, image/svg+xml' })).toBe(400);
  expect(await copy({ mimetype: 'image/png\n' })).toBe(400);
  expect(await copy({ cacheControl: '1\nx-evil: 1' })).toBe(400);
  expect(await copy({ mimetype: 'text/csv', cacheControl: 'max-age=7' })).toBe(200);
  expect((await files().info('room/retyped')).data).toMatchObject({ contentType: 'text/csv', cacheControl: 'max-age=7' });
});

test('a refused copy leaves nothing behind', async () => {
  await files().upload('room/source', 'x');
  const before = await stored();
  expect(refusal(await files().copy('room/source', 'room/source'))).toEqual(['KeyAlreadyExists', '409']);
  expect(refusal(await files().copy('room/source', 'elsewhere/x'))).toEqual(['AccessDenied', '403']);
  expect(await stored()).toHaveLength(before.length);
});
