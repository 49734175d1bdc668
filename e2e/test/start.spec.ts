import { readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { test as base, expect } from '@playwright/test';
import * as v from 'valibot';
import { expectSilence, newStartPlace, StartedSite, type StartPlace } from '../src/started-site.ts';

type Start = (args?: readonly string[], environment?: NodeJS.ProcessEnv) => StartedSite;

/** Tests of `npm start` with real processes, in a place of their own. */
const test = base.extend<{ place: StartPlace; start: Start }>({
  place: async ({ browserName: _ }, provide) => provide(await newStartPlace()),
  start: async ({ place }, provide) => {
    const started: StartedSite[] = [];
    await provide((args, environment) => {
      const site = new StartedSite(place, args, environment);
      started.push(site);
      return site;
    });
    for (const site of started) await site.stop();
    await expectSilence(place);
    await rm(place.data, { recursive: true, force: true });
  },
});

test.setTimeout(120_000);

const credentialsSchema = v.object({ supabaseUrl: v.string(), supabaseKey: v.string() });

/** Sends an address and a password to the auth service that the site names. */
async function askAuth({ port }: StartPlace, endpoint: string, email: string): Promise<boolean> {
  const credentials = await fetch(`http://localhost:${port}/api/supabase-credentials`);
  const { supabaseUrl, supabaseKey } = v.parse(credentialsSchema, await credentials.json());
  const answer = await fetch(`${supabaseUrl}/auth/v1/${endpoint}`, {
    method: 'POST',
    headers: { apikey: supabaseKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'correct horse battery' }),
  });
  return answer.ok;
}

const canRegister = (place: StartPlace, email: string) => askAuth(place, 'signup', email);
const canLogIn = (place: StartPlace, email: string) => askAuth(place, 'token?grant_type=password', email);

test('starts, says where and how fast, answers many requests, and stops cleanly at Ctrl-C', async ({ place, start }) => {
  const site = start();
  await site.ready();
  expect(site.output).toMatch(new RegExp(`Atrium is ready at http://localhost:${place.port} \\(started in \\d+\\.\\d s\\)`));
  expect(site.output).toContain(`Mail arrives at http`);
  // More than the log of the server would fit into a pipe that nobody reads.
  for (let round = 0; round < 100; round += 1) {
    const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(`http://localhost:${place.port}/login`, { method: 'HEAD' })));
    expect(answers.every(({ ok }) => ok)).toBe(true);
  }
  site.signal('SIGINT');
  expect(await site.ended).toBe(0);
  await expectSilence(place);
  expect(site.errors).toBe('');
});

test('keeps accounts over kill -9, which leaves nothing running, and forgets them with --reset', async ({ place, start }) => {
  const first = start();
  await first.ready();
  expect(await canRegister(place, 'kept@example.com')).toBe(true);
  first.signal('SIGKILL');
  expect(await first.ended).toBe('SIGKILL');
  await expectSilence(place);

  const second = start();
  await second.ready();
  expect(await canLogIn(place, 'kept@example.com')).toBe(true);
  second.signal('SIGINT');
  await second.ended;

  const third = start(['--reset']);
  await third.ready();
  expect(await canLogIn(place, 'kept@example.com')).toBe(false);
});

test('--memory keeps nothing', async ({ place, start }) => {
  const site = start(['--memory']);
  await site.ready();
  expect(await canRegister(place, 'gone@example.com')).toBe(true);
  expect(await readdir(place.data)).toEqual([]);
});

for (const [which, setting] of [['port', 'PORT'], ['apiPort', 'ATRIUM_API_PORT'], ['inboxPort', 'ATRIUM_INBOX_PORT']] as const) {
  test(`a taken ${which} ends the start with one line that names it and the mend, and leaves nothing running`, async ({ place, start }) => {
    const taken = await listen(place[which]);
    try {
      const site = start(['--memory']);
      expect(await site.ended).toBe(1);
      expect(site.errors.trim().split('\n')).toHaveLength(1);
      expect(site.errors).toContain(`${setting} ${String(place[which])} is taken.`);
      expect(site.errors).toContain(`set ${setting} to a free port`);
    } finally {
      await new Promise((resolve) => taken.close(resolve));
    }
    await expectSilence(place);
  });
}

function listen(port: number): Promise<Server> {
  const server = createServer();
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)));
}

const secretJwt = ['{"alg":"HS256"}', '{"role":"service_role"}', 'x'].map((part) => Buffer.from(part).toString('base64url')).join('.');

/** Wrong settings and arguments, and what the one line has to say. */
const WRONG: Readonly<Record<string, { args?: readonly string[]; environment?: NodeJS.ProcessEnv; says: RegExp }>> = {
  'a secret key': {
    environment: { SUPABASE_URL: 'http://127.0.0.1:1', SUPABASE_KEY: 'sb_secret_abcdef' },
    says: /^SUPABASE_KEY is a secret key.*publishable key/,
  },
  'the key of the service role': {
    environment: { SUPABASE_URL: 'http://127.0.0.1:1', SUPABASE_KEY: secretJwt },
    says: /^SUPABASE_KEY is a secret key.*publishable key/,
  },
  'a malformed key': { environment: { SUPABASE_URL: 'http://127.0.0.1:1', SUPABASE_KEY: 'abc' }, says: /^SUPABASE_KEY is not a key/ },
  'an address without a key': { environment: { SUPABASE_URL: 'http://127.0.0.1:1' }, says: /^SUPABASE_KEY is missing.*SUPABASE_URL/ },
  'a key without an address': { environment: { SUPABASE_KEY: 'sb_publishable_x' }, says: /^SUPABASE_URL is missing.*SUPABASE_KEY/ },
  'a malformed address': { environment: { SUPABASE_URL: 'my project', SUPABASE_KEY: 'sb_publishable_x' }, says: /^SUPABASE_URL / },
  'a port that is none': { environment: { PORT: 'http' }, says: /^PORT / },
  'an unknown argument': { args: ['--forget'], says: /--memory.*--reset/ },
};

for (const [what, { args, environment, says }] of Object.entries(WRONG)) {
  test(`${what} ends the start with one line that names the mend`, async ({ place, start }) => {
    const site = start(args, environment);
    expect(await site.ended).toBe(1);
    expect(site.errors.trim()).toMatch(says);
    expect(site.errors.trim().split('\n')).toHaveLength(1);
    expect(site.errors).not.toMatch(/sb_secret_|abcdef/);
    await expectSilence(place);
  });
}
