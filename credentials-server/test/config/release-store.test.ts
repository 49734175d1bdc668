import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { fastify } from 'fastify';
import { openReleaseStore } from '../../src/config/release-store.ts';

test('logs what is wrong with the store, and calls it unavailable only if it is', async () => {
  const releasesDirectory = await mkdtemp(path.join(tmpdir(), 'atrium-releases-'));
  await mkdir(path.join(releasesDirectory, 'health'));
  await writeFile(path.join(releasesDirectory, 'health', 'book.json'), '{');
  const { store, reportTo } = openReleaseStore({ releasesDirectory, releasesProject: null, supabaseUrl: 'http://127.0.0.1' });
  const { log } = fastify();
  const logged = jest.spyOn(log, 'error').mockReturnValue();
  reportTo(log, () => undefined);
  await store.health.read();
  expect(logged.mock.calls.map((call) => String(call[1]))).toEqual([expect.stringContaining('health/book.json is damaged')]);
});
