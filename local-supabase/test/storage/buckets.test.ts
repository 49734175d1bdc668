import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Backend } from '../backend.ts';
import { refusal } from './backend.ts';

let backend: Backend;
beforeAll(async () => {
  backend = await Backend.start('--memory');
});
afterAll(() => backend.stop());

test('a bucket can be created, read, changed, emptied and deleted', async () => {
  const { storage } = backend.admin();
  expect(await storage.createBucket('box', { public: false, fileSizeLimit: '2KB', allowedMimeTypes: ['text/*'] })).toEqual({
    data: { name: 'box' },
    error: null,
  });
  expect((await storage.getBucket('box')).data).toMatchObject({
    id: 'box',
    name: 'box',
    public: false,
    file_size_limit: 2000,
    allowed_mime_types: ['text/*'],
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/),
  });
  expect((await storage.updateBucket('box', { public: true, fileSizeLimit: null, allowedMimeTypes: null })).error).toBeNull();
  expect((await storage.getBucket('box')).data).toMatchObject({ public: true, file_size_limit: null, allowed_mime_types: null });

  await storage.from('box').upload('a/b', 'x');
  expect(refusal(await storage.deleteBucket('box'))).toEqual(['ResourceNotEmpty', '409']);
  expect((await storage.emptyBucket('box')).error).toBeNull();
  expect((await storage.from('box').list('a')).data).toEqual([]);
  expect((await storage.deleteBucket('box')).error).toBeNull();
  expect(refusal(await storage.getBucket('box'))).toEqual(['NoSuchBucket', '404']);
  expect(refusal(await storage.deleteBucket('box'))).toEqual(['NoSuchBucket', '404']);
});

test('bucket names and limits are validated', async () => {
  const { storage } = backend.admin();
  await storage.createBucket('twice');
  expect(refusal(await storage.createBucket('twice'))).toEqual(['BucketAlreadyExists', '409']);
  for (const name of ['', ' space', 'a/b', 'ü', 'a'.repeat(101), '<b>', 'a\u0000b']) {
    expect(refusal(await storage.createBucket(name))).toEqual(['InvalidBucketName', '400']);
  }
  expect(refusal(await storage.createBucket('big', { public: false, fileSizeLimit: '1GB' }))).toEqual(['EntityTooLarge', '413']);
  expect(refusal(await storage.createBucket('odd', { public: false, fileSizeLimit: 'much' }))).toEqual(['InvalidRequest', '400']);
  expect(refusal(await storage.createBucket('odd', { public: false, fileSizeLimit: -1 }))).toEqual(['InvalidRequest', '400']);
  expect(refusal(await storage.createBucket('odd', { public: false, allowedMimeTypes: ['text'] }))).toEqual(['InvalidMimeType', '415']);
  expect(refusal(await storage.createBucket('odd', { public: false, type: 'ANALYTICS' }))).toEqual(['FeatureNotEnabled', '409']);
});

test('buckets are listed sorted, in pages and by name', async () => {
  const { storage } = backend.admin();
  for (const name of ['list-c', 'list-a', 'list-b', 'list_x']) await storage.createBucket(name);
  const names = async (options: Parameters<typeof storage.listBuckets>[0]): Promise<string[] | undefined> =>
    (await storage.listBuckets(options)).data?.map(({ id }) => id);
  expect(await names({ search: 'list-' })).toEqual(['list-a', 'list-b', 'list-c']);
  expect(await names({ search: 'list_' })).toEqual(['list_x']);
  expect(await names({ search: 'LIST-', sortColumn: 'name', sortOrder: 'desc', limit: 2 })).toEqual(['list-c', 'list-b']);
  expect(await names({ search: 'list-', sortColumn: 'created_at', offset: 1 })).toEqual(['list-a', 'list-b']);
});

test('an invalid body is refused', async () => {
  for (const body of [{}, { name: 1 }, []]) {
    const response = await backend.fetch('/storage/v1/bucket', { method: 'POST', body });
    expect([response.status, await response.json()]).toMatchObject([400, { statusCode: '400', code: 'InvalidRequest' }]);
  }
});
