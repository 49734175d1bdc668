import { readdir, rm } from 'node:fs/promises';
import { test as base, expect } from '@playwright/test';
import * as v from 'valibot';
import { expectSilence, newStartPlace, StartedSite, type StartPlace } from '../../src/site/started-site.ts';

type Start = (args?: readonly string[], environment?: NodeJS.ProcessEnv) => StartedSite;

/** Tests of `npm start` with real processes, on their own ports and data folder. */
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

// Three starts, two of them with a smoke test of every part.
test.setTimeout(240_000);

const credentialsSchema = v.object({ supabaseUrl: v.string(), supabaseKey: v.string() });

/** Sends an address and a password to the site's auth service. */
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

test('keeps accounts over kill -9, answers many requests, stops cleanly at Ctrl-C, and forgets everything with --reset and --memory', async ({ place, start }) => {
  // At the first start of a checkout, the folder does not exist.
  await rm(place.data, { recursive: true });
  const first = start();
  await first.ready();
  expect(first.output).toMatch(new RegExp(`Atrium is ready at http://localhost:${place.port} \\(started in \\d+\\.\\d s\\)`));
  expect(first.output).toContain(`Mail arrives at http`);
  expect(await canRegister(place, 'kept@example.com')).toBe(true);
  first.signal('SIGKILL');
  expect(await first.ended).toBe('SIGKILL');
  await expectSilence(place);

  const second = start();
  await second.ready();
  expect(await canLogIn(place, 'kept@example.com')).toBe(true);

  const beside = start();
  expect(await beside.ended).toBe(1);
  expect(beside.errors).toMatch(new RegExp(`^PORT ${place.port} is taken\\. .*set PORT to a free port\\.\n$`));

  // Enough log lines to block the server if its output is not read.
  for (let round = 0; round < 50; round += 1) {
    const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(`http://localhost:${place.port}/login`, { method: 'HEAD' })));
    expect(answers.every(({ ok }) => ok)).toBe(true);
  }
  second.signal('SIGINT');
  expect(await second.ended).toBe(0);
  await expectSilence(place);
  expect(second.errors).toBe('');

  // One start for both options: only --reset removes the folder, and only --memory does not create one.
  const third = start(['--reset', '--memory']);
  await third.ready();
  expect(await canLogIn(place, 'kept@example.com')).toBe(false);
  expect(await canRegister(place, 'gone@example.com')).toBe(true);
  await expect(readdir(place.data)).rejects.toMatchObject({ code: 'ENOENT' });
});

// All wrong settings and taken ports are tested in tools/test/start-settings.test.ts.
test('a secret key ends the start before anything is built or kept, with one line that names the setting and not the key', async ({ place, start }) => {
  const site = start([], { SUPABASE_URL: 'http://127.0.0.1:1', SUPABASE_KEY: 'sb_secret_abcdef' });
  expect(await site.ended).toBe(1);
  expect(site.errors).toMatch(/^SUPABASE_KEY is a secret key.*publishable key.*\n$/);
  expect(site.errors).not.toMatch(/sb_secret_|abcdef/);
  expect(site.output).toBe('');
  expect(await readdir(place.data)).toEqual([]);
  await expectSilence(place);
});
