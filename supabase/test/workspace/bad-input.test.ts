import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { REALTIME_SUBSCRIBE_STATES } from '@supabase/supabase-js';
import { Project, type Person } from '../project.ts';

const MEGABYTE = 1_000_000;

let project: Project;
let person: Person;
let board: string;
let note: string;
beforeAll(async () => {
  project = await Project.start();
  person = await project.register('Ada');
  const { data } = await person.client.from('workspace_boards').insert({ name: 'Plans' }).select('id').single().throwOnError();
  board = data.id;
  const { data: added } = await person.client.from('workspace_notes').insert({ board, title: 'Before' }).select('id').single().throwOnError();
  note = added.id;
});
afterAll(() => project.stop());

const files = () => person.client.storage.from('workspace-files');
const place = (name = 'plan.txt') => `${board}/${note}/${crypto.randomUUID()}/${name}`;

/** Checks that the services still respond after a refusal. */
async function expectService(): Promise<void> {
  const { data } = await person.client.from('workspace_notes').select('title').eq('id', note).throwOnError();
  expect(data).toEqual([{ title: 'Before' }]);
}

test('a note of a megabyte is refused with an error that names the limit', async () => {
  const { error } = await person.client.from('workspace_notes').insert({ board, title: 'Long', body: 'x'.repeat(MEGABYTE) });
  expect(error).toMatchObject({ code: '23514', message: expect.stringContaining('workspace_notes_body_length') });
  await expectService();
});

test('a file with one byte too much is refused', async () => {
  const { error } = await files().upload(place(), new Blob([new Uint8Array(10 * 1024 * 1024 + 1)], { type: 'text/plain' }));
  expect(error).toMatchObject({ statusCode: '413' });
  expect((await files().list(`${board}/${note}`)).data).toEqual([]);
  await expectService();
});

test.each(['image/svg+xml', 'text/html', 'application/javascript', 'application/x-msdownload'])('a file of the type %s is refused', async (contentType) => {
  const { error } = await files().upload(place(), '<script>alert(1)</script>', { contentType });
  expect(error).toMatchObject({ statusCode: '415' });
});

test.each(['<script>alert(1)</script>.txt', '../../../etc/passwd', 'a\u0000b.txt', 'Ünïcödé 🎈.txt'])('a file named %j gets a clear refusal', async (name) => {
  const { error } = await files().upload(place(name), 'text', { contentType: 'text/plain' });
  expect(error).toMatchObject({ name: 'StorageApiError', message: expect.stringMatching(/Invalid key|row-level security/) });
  await expectService();
});

test('a name with a script is stored unchanged as text', async () => {
  const path = place();
  await files().upload(path, 'text', { contentType: 'text/plain' });
  const name = '<img src=x onerror=alert(1)>.txt';
  const row = { board, note, path, name, type: 'text/plain', size: 4 };
  const { data } = await person.client.from('workspace_attachments').insert(row).select('name').single().throwOnError();
  expect(data).toEqual({ name });
});

test.each(['invoice\u202Efdp.exe', 'a\u2067b.txt', 'a\u001B[2Jb.txt', 'a\nb.txt'])('a name that hides its ending or controls a terminal is refused: %j', async (name) => {
  const path = place();
  await files().upload(path, 'text', { contentType: 'text/plain' });
  const { error } = await person.client.from('workspace_attachments').insert({ board, note, path, name, type: 'text/plain', size: 4 });
  expect(error).toMatchObject({ code: '23514', message: 'The name of a file contains characters that hide its ending.' });
});

test('text that is not UTF-8 and a body that is not JSON are refused', async () => {
  const { data } = await person.client.auth.getSession();
  const headers = {
    apikey: project.backend.publishableKey,
    authorization: `Bearer ${data.session?.access_token ?? ''}`,
    'content-type': 'application/json',
  };
  const broken = Buffer.concat([Buffer.from(`{"board":"${board}","title":"`), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]);
  for (const body of [broken, Buffer.from('{"title":')]) {
    const answer = await fetch(`${project.backend.apiUrl}/rest/v1/workspace_notes`, { method: 'POST', headers, body });
    expect(answer.status).toBe(400);
  }
  await expectService();
});

test.each(['workspace:board:no-uuid', `workspace:board:${crypto.randomUUID()}`, 'nothing of this name'])('a user without access cannot join the private channel %s', async (topic) => {
  await person.client.realtime.setAuth();
  const state = await new Promise((resolve) => {
    person.client.channel(topic, { config: { private: true } }).subscribe((reached) => resolve(reached));
  });
  expect(state).toBe(REALTIME_SUBSCRIBE_STATES.CHANNEL_ERROR);
  await person.client.removeAllChannels();
  await expectService();
});
