import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { join, refusal, startStorageProject } from './backend.ts';
import type { Person, StorageProject } from './backend.ts';

let project: StorageProject;
let ann: Person;
let bob: Person;
beforeAll(async () => {
  project = await startStorageProject(`
    create function public.signing_secret() returns text language sql security definer as
      $$ select secret from local_supabase.storage_secrets limit 1 $$;
  `);
  ann = await join(project.backend, 'ann', 'room');
  bob = await join(project.backend, 'bob');
  for (const name of ['one', 'two', 'with space & co']) await ann.client.storage.from('files').upload(`room/${name}`, name);
});
afterAll(() => project.stop());

const files = (person: Person): ReturnType<Person['client']['storage']['from']> => person.client.storage.from('files');

async function signedUrl(path: string, ...options: [{ download: string | boolean }?]): Promise<string> {
  const { data, error } = await files(ann).createSignedUrl(path, 60, ...options);
  if (error) throw error;
  return data.signedUrl;
}

/** A token like the service's own. */
async function forged(claims: object): Promise<string> {
  const response: { data: unknown } = await project.backend.admin().rpc('signing_secret');
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
  const content = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${content}.${createHmac('sha256', v.parse(v.string(), response.data)).update(content).digest('base64url')}`;
}

test('a signed URL works until the requested time and not after it', async () => {
  const before = Math.floor(Date.now() / 1000);
  const token = new URL(await signedUrl('room/one')).searchParams.get('token') ?? '';
  const { exp } = v.parse(v.object({ exp: v.number() }), JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()));
  expect(exp).toBeGreaterThanOrEqual(before + 60);
  expect(exp).toBeLessThanOrEqual(Math.floor(Date.now() / 1000) + 60);
});

test('a signed URL opens its object without a key', async () => {
  const response = await fetch(await signedUrl('room/one'));
  expect([response.status, await response.text(), response.headers.get('cache-control')]).toEqual([200, 'one', null]);
  expect(Date.parse(response.headers.get('expires') ?? '')).toBeGreaterThan(Date.now());
  expect(await (await fetch(await signedUrl('room/with space & co'))).text()).toBe('with space & co');
  const saved = await fetch(await signedUrl('room/one', { download: 'a b.txt' }));
  expect(saved.headers.get('content-disposition')).toContain('filename=a%20b.txt');
  const part = await fetch(await signedUrl('room/one'), { headers: { range: 'bytes=1-' } });
  expect([part.status, await part.text()]).toEqual([206, 'ne']);
});

test('several URLs can be signed in one request, with separate errors', async () => {
  const { data } = await files(ann).createSignedUrls(['room/one', 'room/nothing', 'room/two'], 60);
  expect(data?.map(({ error }) => error === null)).toEqual([true, false, true]);
  expect(await (await fetch(data?.[2]?.signedUrl ?? '')).text()).toBe('two');
  expect(refusal(await files(ann).createSignedUrls([], 60))).toEqual(['InvalidRequest', '400']);
  for (const lifetime of [0, -1, 1.5, 1e300]) {
    expect(refusal(await files(ann).createSignedUrl('room/one', lifetime))).toEqual(['InvalidRequest', '400']);
  }
});

test('a token is valid for one object, one bucket and one use', async () => {
  const token = new URL(await signedUrl('room/one')).searchParams.get('token') ?? '';
  await ann.client.storage.from('archive').upload('room/one', 'archived');
  const { data: upload } = await files(ann).createSignedUploadUrl('room/one', { upsert: true });
  const address = `${project.backend.ready.apiUrl}/storage/v1/object`;
  const attempts = [
    fetch(`${address}/sign/files/room/two?token=${token}`),
    fetch(`${address}/sign/archive/room/one?token=${token}`),
    fetch(`${address}/sign/files/room/one?token=${upload?.token ?? ''}`),
    fetch(`${address}/upload/sign/files/room/one?token=${token}`, { method: 'PUT', body: 'x' }),
    fetch(`${address}/upload/sign/files/room/other?token=${upload?.token ?? ''}`, { method: 'PUT', body: 'x' }),
    fetch(`${address}/sign/files/room/one`),
    fetch(`${address}/sign/files/room/one?token=${ann.token}`),
    fetch(`${address}/sign/files/room/one?token=${token.slice(0, -2)}`),
  ];
  const responses = await Promise.all(attempts);
  const codes = responses.map(async (response) => [response.status, v.parse(v.object({ code: v.string() }), await response.json()).code]);
  const [foreign, broken] = [[400, 'InvalidSignature'], [400, 'InvalidJWT']];
  expect(await Promise.all(codes)).toEqual([foreign, foreign, foreign, foreign, foreign, broken, broken, broken]);
  expect(await (await fetch(await signedUrl('room/one'))).text()).toBe('one');
});

test('an expired URL does not work', async () => {
  const claims = { url: 'files/room/one', scope: 'download', iat: 1 };
  const address = `${project.backend.ready.apiUrl}/storage/v1/object/sign/files/room/one?token=`;
  const now = Math.floor(Date.now() / 1000);
  expect((await fetch(address + (await forged({ ...claims, exp: now + 60 })))).status).toBe(200);
  const late = await fetch(address + (await forged({ ...claims, exp: now - 1 })));
  expect([late.status, await late.json()]).toMatchObject([400, { code: 'InvalidJWT' }]);
  expect((await fetch(address + (await forged(claims)))).status).toBe(400);
});

test('a signed upload URL accepts one file for the user who created it', async () => {
  const { data } = await files(ann).createSignedUploadUrl('room/handed');
  const token = data?.token ?? '';
  const done = await files(bob).uploadToSignedUrl('room/handed', token, new Blob(['handed'], { type: 'text/csv' }), { metadata: { by: 'bob' } });
  expect([done.error, done.data]).toEqual([null, { path: 'room/handed', fullPath: 'files/room/handed' }]);
  expect(refusal(await files(bob).uploadToSignedUrl('room/handed', token, 'again', { upsert: true }))).toEqual(['KeyAlreadyExists', '409']);
  expect((await files(ann).info('room/handed')).data).toMatchObject({ contentType: 'text/csv', metadata: { by: 'bob' } });
  expect((await files(ann).remove(['room/handed'])).data).toMatchObject([{ owner_id: ann.id }]);

  const { data: replacing } = await files(ann).createSignedUploadUrl('room/one', { upsert: true });
  expect((await files(bob).uploadToSignedUrl('room/one', replacing?.token ?? '', 'replaced')).error).toBeNull();
  expect(await (await fetch(await signedUrl('room/one'))).text()).toBe('replaced');
  expect(refusal(await files(ann).createSignedUploadUrl('room/two'))).toEqual(['KeyAlreadyExists', '409']);
});

test('signed URLs survive a restart', async () => {
  const before = new URL(await signedUrl('room/two'));
  await project.backend.stop();
  const { ready } = await project.start();
  const response = await fetch(ready.apiUrl + before.pathname + before.search);
  expect([response.status, await response.text()]).toEqual([200, 'two']);
});
