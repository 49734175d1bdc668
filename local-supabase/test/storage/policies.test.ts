import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { SupabaseClient } from '@supabase/supabase-js';
import { JWT_SECRET } from '../backend.ts';
import { join, refusal, startStorageProject } from './backend.ts';
import type { Person, StorageProject } from './backend.ts';

let project: StorageProject;
let owner: Person;
let member: Person;
let reader: Person;
let other: Person;
let stranger: SupabaseClient;
beforeAll(async () => {
  project = await startStorageProject(`
    create table public.operations (name text);
    create function public.note_operation() returns trigger language plpgsql security definer set search_path = '' as $$
      begin insert into public.operations values (storage.operation()); return null; end $$;
    create trigger note_operation after update on storage.objects for each row execute function public.note_operation();
  `);
  const { backend } = project;
  owner = await join(backend, 'owner', 'room');
  member = await join(backend, 'member', 'room');
  reader = await join(backend, 'reader');
  await backend.admin().from('rooms').insert({ name: 'room', member: reader.id, can_write: false });
  other = await join(backend, 'other', 'elsewhere');
  stranger = backend.client();
  await owner.client.storage.from('files').upload('room/shared', 'shared');
  await other.client.storage.from('files').upload('elsewhere/own', 'own');
});
afterAll(() => project.stop());

type Files = ReturnType<SupabaseClient['storage']['from']>;
const of = (client: SupabaseClient): Files => client.storage.from('files');

const DENIED = ['AccessDenied', '403'];
const MISSING = ['NoSuchKey', '404'];

test('members of a room read its files, and others cannot tell that they exist', async () => {
  for (const { client } of [owner, member, reader]) {
    expect(await (await of(client).download('room/shared')).data?.text()).toBe('shared');
    expect((await of(client).list('room')).data?.map(({ name }) => name)).toContain('shared');
    expect((await of(client).createSignedUrl('room/shared', 60)).error).toBeNull();
  }
  for (const client of [other.client, stranger]) {
    expect(refusal(await of(client).download('room/shared'))).toEqual(MISSING);
    expect(refusal(await of(client).info('room/shared'))).toEqual(MISSING);
    expect((await of(client).list('room')).data).toEqual([]);
    expect((await of(client).listV2({ prefix: 'room' })).data).toMatchObject({ objects: [], folders: [] });
    expect(refusal(await of(client).createSignedUrl('room/shared', 60))).toEqual(MISSING);
    const { data } = await of(client).createSignedUrls(['room/shared'], 60);
    expect(data).toEqual([{ error: expect.stringContaining('does not exist'), path: 'room/shared', signedURL: null, signedUrl: null }]);
    expect(refusal(await of(client).copy('room/shared', 'elsewhere/stolen'))).toEqual(MISSING);
  }
});

test('the URL of public files does not serve a private bucket, even to those who may read the file', async () => {
  const { publicUrl } = of(owner.client).getPublicUrl('room/shared').data;
  const response = await fetch(publicUrl, { headers: { authorization: `Bearer ${owner.token}` } });
  expect([response.status, await response.json()]).toMatchObject([400, { statusCode: '404' }]);
});

test('uploading, replacing, moving and copying need write access', async () => {
  for (const client of [reader.client, other.client, stranger]) {
    expect(refusal(await of(client).upload('room/mine', 'x'))).toEqual(DENIED);
    expect(refusal(await of(client).upload('room/shared', 'x', { upsert: true }))).toEqual(DENIED);
    expect(refusal(await of(client).update('room/shared', new Blob(['x'])))).toEqual(DENIED);
    expect(refusal(await of(client).createSignedUploadUrl('room/mine'))).toEqual(DENIED);
  }
  expect(refusal(await of(reader.client).move('room/shared', 'room/mine'))).toEqual(MISSING);
  expect(refusal(await of(reader.client).copy('room/shared', 'room/mine'))).toEqual(DENIED);
  expect(refusal(await of(other.client).move('room/shared', 'elsewhere/stolen'))).toEqual(MISSING);
  expect(refusal(await of(other.client).move('elsewhere/own', 'room/planted'))).toEqual(DENIED);
  expect(refusal(await of(other.client).copy('elsewhere/own', 'room/planted'))).toEqual(DENIED);
  expect((await of(owner.client).list('room')).data?.map(({ name }) => name)).toEqual(['shared']);
  expect(await (await of(owner.client).download('room/shared')).data?.text()).toBe('shared');
});

test('an upload belongs to its uploader, and a policy lets only them remove it', async () => {
  await of(member.client).upload('room/members', 'x');
  const { data: rows } = await of(owner.client).list('room');
  expect(rows?.find(({ name }) => name === 'members')?.id).toEqual(expect.any(String));
  for (const client of [owner.client, reader.client, other.client, stranger]) {
    expect((await of(client).remove(['room/members'])).data).toEqual([]);
  }
  const single = await fetch(`${project.backend.ready.apiUrl}/storage/v1/object/files/room/members`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${owner.token}` },
  });
  expect([single.status, await single.json()]).toMatchObject([400, { statusCode: '403', error: 'Unauthorized' }]);
  expect((await of(member.client).exists('room/members')).data).toBe(true);
  const { data: removed } = await of(member.client).remove(['room/members']);
  expect(removed).toMatchObject([{ name: 'room/members', owner: member.id, owner_id: member.id, bucket_id: 'files' }]);
});

test('replacing needs SELECT and UPDATE on the existing object', async () => {
  await of(owner.client).upload('room/replaced', 'before');
  expect((await of(member.client).upload('room/replaced', 'after', { upsert: true })).error).toBeNull();
  expect(await (await of(owner.client).download('room/replaced')).data?.text()).toBe('after');
  expect((await of(member.client).remove(['room/replaced'])).data).toMatchObject([{ owner_id: member.id }]);
});

test('the service key may do everything, the publishable key what policies grant to anon', async () => {
  const admin = of(project.backend.admin());
  expect((await admin.upload('anywhere/at/all', 'x')).error).toBeNull();
  expect(await (await admin.download('room/shared')).data?.text()).toBe('shared');
  expect((await admin.remove(['anywhere/at/all'])).data).toMatchObject([{ owner: null, owner_id: null }]);
  expect((await of(project.backend.client(project.backend.ready.serviceRoleKey)).exists('room/shared')).data).toBe(true);
  expect(refusal(await of(stranger).info('room/shared'))).toEqual(MISSING);
  const { apiUrl, secretKey } = project.backend.ready;
  const browser = await fetch(`${apiUrl}/storage/v1/bucket`, { headers: { apikey: secretKey, 'user-agent': 'Mozilla/5.0 (X11)' } });
  expect(browser.status).toBe(401);
});

test('only the service key can change buckets, unless a policy allows it', async () => {
  expect((await owner.client.storage.listBuckets()).data).toEqual([]);
  expect(refusal(await owner.client.storage.getBucket('files'))).toEqual(['NoSuchBucket', '404']);
  expect(refusal(await owner.client.storage.createBucket('mine'))).toEqual(DENIED);
  expect(refusal(await owner.client.storage.updateBucket('files', { public: true }))).toEqual(['NoSuchBucket', '404']);
  expect(refusal(await owner.client.storage.emptyBucket('files'))).toEqual(['NoSuchBucket', '404']);
  expect(refusal(await owner.client.storage.deleteBucket('archive'))).toEqual(['NoSuchBucket', '404']);
  const { data } = await project.backend.admin().storage.listBuckets();
  expect(data?.map(({ id }) => id)).toEqual(['archive', 'files', 'pictures']);
});

test('forged, expired and other tokens are refused', async () => {
  const address = `${project.backend.ready.apiUrl}/storage/v1/object`;
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
  const signed = (claims: object, secret: string): string => {
    const content = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
    return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
  };
  const hour = Math.floor(Date.now() / 1000) + 3600;
  const { data: link } = await of(owner.client).createSignedUrl('room/shared', 60);
  const tokens = [
    signed({ role: 'authenticated', sub: owner.id, exp: hour }, 'another secret of the same length, more or less'),
    signed({ role: 'authenticated', sub: owner.id, exp: 1_000_000_000 }, JWT_SECRET),
    signed({ role: 'postgres', sub: owner.id, exp: hour }, JWT_SECRET),
    new URL(link?.signedUrl ?? '').searchParams.get('token') ?? '',
    'nonsense',
  ];
  for (const token of tokens) {
    const headers = { authorization: `Bearer ${token}` };
    const [upload, read] = await Promise.all([
      fetch(`${address}/files/room/forged`, { method: 'POST', headers, body: 'x' }),
      fetch(`${address}/authenticated/files/room/shared`, { headers }),
    ]);
    expect([upload.status, await upload.json(), read.status]).toMatchObject([400, { statusCode: '403', error: 'Unauthorized' }, 400]);
  }
  const refused = await fetch(`${address}/list/files`, { method: 'POST', body: JSON.stringify({ prefix: 'room' }) });
  expect([refused.status, await refused.json()]).toMatchObject([400, { statusCode: '403' }]);
});

test('policies and triggers can read the operation, and SQL cannot delete objects directly', async () => {
  await of(owner.client).upload('room/operation', 'x');
  await of(owner.client).move('room/operation', 'room/operation-moved');
  const { data } = await project.backend.admin().from('operations').select('name');
  expect(data).toContainEqual({ name: 'storage.object.move' });
});

test('concurrent users see only their own files', async () => {
  const people = [owner, member, reader, other];
  const seen = await Promise.all(
    Array.from({ length: 60 }, async (_unused, index) => {
      const person = people[index % people.length] ?? owner;
      const [room, list] = await Promise.all([of(person.client).exists('room/shared'), of(person.client).list('elsewhere')]);
      return person === other ? [!room.data, list.data?.length === 1] : [room.data, list.data?.length === 0];
    }),
  );
  expect(seen.flat()).not.toContain(false);
});
