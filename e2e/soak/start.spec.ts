import { readdir, rm } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { canLogIn, canRegister, startTest as test } from '../src/fixtures/start-test.ts';
import { expectSilence } from '../src/site/started-site.ts';

// Two starts, each with a smoke test of every part.
test.setTimeout(240_000);

test('publishes every part at the first start, and forgets everything with --reset and --memory', async ({ place, start }) => {
  // At the first start of a checkout, the folder does not exist.
  await rm(place.data, { recursive: true });
  const first = start();
  await first.ready();
  expect(await canRegister(place, 'kept@example.com')).toBe(true);
  first.signal('SIGINT');
  expect(await first.ended).toBe(0);
  await expectSilence(place);

  // One start for both options: --reset deletes the folders in it, and --memory creates none.
  const second = start(['--reset', '--memory']);
  await second.ready();
  expect(await canLogIn(place, 'kept@example.com')).toBe(false);
  expect(await canRegister(place, 'gone@example.com')).toBe(true);
  expect(await readdir(place.data)).toEqual([]);
});
