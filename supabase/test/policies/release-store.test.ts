import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ROOT } from '../../../tools/repository/repository.ts';
import { addAuthenticator, Project, type Client } from '../project.ts';

let project: Project;
const clients = new Map<string, Client>();
beforeAll(async () => {
  project = await Project.start();
  clients.set('a visitor', project.client());
  clients.set('a person', (await project.register('person')).client);
  const careful = await project.register('careful person');
  await addAuthenticator(careful.client);
  clients.set('a person with a second factor', careful.client);
});
afterAll(() => project.stop());

function clientOf(who: string): Client {
  const client = clients.get(who);
  if (!client) throw new Error(`No client is called ${who}.`);
  return client;
}

const MOMENT = '2026-11-21T12:00:00.000Z';
const ID = '00000000-0000-4000-8000-000000000000';

/** Every function of the release store, with valid arguments. */
const CALLS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  atrium_read_registry: {},
  atrium_move: { expected: 0, new_document: { revision: 1 }, new_entry: { revision: 1, name: 'shell' }, needed: [] },
  atrium_read_log: { remote: null, below: null, most: 10 },
  atrium_begin_upload: { new_upload: ID, new_keys: ['a'] },
  atrium_put_release: { remote: 'a', id: 'b', new_manifest: '{}', new_inspection: {}, new_trial: {}, new_upload: ID, new_copies: {}, new_bytes: 1 },
  atrium_read_release: { remote: 'a', id: 'b' },
  atrium_list_releases: {},
  atrium_remove_release: { remote: 'a', id: 'b', expected: 1, older_than: 0 },
  atrium_abandoned_uploads: {},
  atrium_forget_upload: { upload_id: ID },
  atrium_list_teams: {},
  atrium_create_token: { of_team: 'evil', new_remotes: ['*'], token: 'aaaaaaaa', new_hash: 'x', made: MOMENT, until: null },
  atrium_revoke_token: { token: 'aaaaaaaa' },
  atrium_find_token: { token: 'aaaaaaaa' },
  atrium_health_salt: {},
  atrium_add_health: { tallies: [], recent_minutes: 10, kept_days: 2, most_of_network: 3, most_marks: 300 },
  atrium_read_health: { recent_minutes: 10, kept_days: 2 },
  atrium_read_timings: { kept_days: 2 },
  atrium_add_failures: { reports: [], most_of_release: 50, kept_days: 7 },
  atrium_read_failures: { kept_days: 7 },
};

/** Calls a function without the generated types. */
async function answerOf(key: string, token: string, name: string, given: unknown): Promise<{ readonly status: number; readonly body: string }> {
  const answer = await fetch(`${project.backend.apiUrl}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { apikey: key, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(given),
  });
  return { status: answer.status, body: await answer.text() };
}

test('the list of functions matches the migrations', async () => {
  const files = ['20260401000100_atrium_release_functions.sql', '20260501000000_atrium_release_health.sql', '20260811000000_atrium_release_timings.sql', '20260812000000_atrium_failure_reports.sql'];
  const texts = await Promise.all(files.map((file) => readFile(path.join(ROOT, 'supabase/migrations', file), 'utf8')));
  const made = texts.flatMap((text) => [...text.matchAll(/create function public\.(\w+)/g)].map(([, name]) => name));
  // Later files replace functions.
  expect(Object.keys(CALLS)).toEqual([...new Set(made)]);
});

describe.each(['a visitor', 'a person', 'a person with a second factor'])('%s', (who) => {
  test.each(Object.entries(CALLS))('may not run %s', async (name, given) => {
    const { session } = (await clientOf(who).auth.getSession()).data;
    const key = project.backend.publishableKey;
    const { status, body } = await answerOf(key, session?.access_token ?? key, name, given);
    expect([status, body]).toEqual([session ? 403 : 401, expect.stringContaining('42501')]);
  });

  test('has no access to the files of a release', async () => {
    const stored = await project.admin.storage.from('atrium-releases').upload(`shell/${who}.js`, new Blob(['1']), { upsert: true });
    expect(stored.error).toBeNull();
    const bucket = clientOf(who).storage.from('atrium-releases');
    expect((await bucket.list('shell')).data).toEqual([]);
    expect((await bucket.download(`shell/${who}.js`)).error).not.toBeNull();
    expect((await bucket.createSignedUrl(`shell/${who}.js`, 60)).error).not.toBeNull();
    expect((await bucket.upload('shell/b.js', new Blob(['2']))).error).not.toBeNull();
    expect((await bucket.update(`shell/${who}.js`, new Blob(['2']))).error).not.toBeNull();
    await bucket.remove([`shell/${who}.js`]);
    expect((await project.admin.storage.from('atrium-releases').download(`shell/${who}.js`)).error).toBeNull();
  });
});

test('every function runs with the secret key, so the refusals above depend on the caller', async () => {
  const { secretKey } = project.backend;
  for (const [name, given] of Object.entries(CALLS)) {
    const { status, body } = await answerOf(secretKey, secretKey, name, given);
    // In this order, because later functions read and remove what earlier ones create.
    expect([name, status < 300, body]).toEqual([name, true, body]);
  }
});

test.each(['registry', 'log', 'uploads', 'releases', 'teams', 'team_tokens', 'health', 'health_minutes', 'health_failures', 'health_days', 'health_salt', 'health_timings', 'failure_reports'])('no URL reads the table %s', async (table) => {
  for (const key of [project.backend.publishableKey, project.backend.secretKey]) {
    for (const profile of ['public', 'atrium']) {
      const answer = await fetch(`${project.backend.apiUrl}/rest/v1/${table}`, {
        headers: { apikey: key, authorization: `Bearer ${key}`, 'accept-profile': profile },
      });
      expect(answer.ok).toBe(false);
    }
  }
});
