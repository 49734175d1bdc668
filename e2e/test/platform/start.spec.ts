import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';
import { ROOT } from '../../../tools/repository/repository.ts';
import { canLogIn, canRegister, startTest as test } from '../../src/fixtures/start-test.ts';
import { SOAK } from '../../src/fixtures/soak-tag.ts';
import { copyPublishedBuilds } from '../../src/site/published-builds.ts';
import { expectSilence } from '../../src/site/started-site.ts';

test.setTimeout(120_000);

// The soak starts in an empty folder, which publishes every part, and with --reset and --memory.
test('accepts accounts, runs new migrations at Enter, and stops cleanly at Ctrl-C', async ({ place, start }) => {
  await copyPublishedBuilds(path.join(place.data, 'releases'));
  const migrations = path.join(place.data, 'migrations');
  await mkdir(migrations);
  const site = start(['--migrations', migrations]);
  await site.ready();
  expect(site.output).toMatch(new RegExp(`Atrium is ready at http://localhost:${place.port} \\(started in \\d+\\.\\d s\\)`));
  expect(site.output).toContain(`Mail arrives at http`);
  expect(await canRegister(place, 'kept@example.com')).toBe(true);

  site.enter();
  await expect.poll(() => site.output).toContain('There are no new migrations.\n');
  const migration = path.join(migrations, '90000101000000_own.sql');
  await writeFile(migration, 'create table public.own (id int)');
  site.enter();
  await expect.poll(() => site.output).toContain(`Ran ${path.relative(ROOT, migration)}.\n`);
  site.signal('SIGINT');
  expect(await site.ended).toBe(0);
  await expectSilence(place);
  expect(site.errors).toBe('');
});

test('keeps accounts over kill -9, refuses a taken port, and serves many requests', SOAK, async ({ place, start }) => {
  await copyPublishedBuilds(path.join(place.data, 'releases'));
  const first = start();
  await first.ready();
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
    const responses = await Promise.all(Array.from({ length: 20 }, () => fetch(`http://localhost:${place.port}/login`, { method: 'HEAD' })));
    expect(responses.every(({ ok }) => ok)).toBe(true);
  }
  second.signal('SIGINT');
  expect(await second.ended).toBe(0);
  expect(second.errors).toBe('');
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
