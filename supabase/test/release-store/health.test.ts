import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { ReleaseStore } from '@atrium/releases/release-store';
import { StoreProject } from './store-project.ts';

const release = 'abcdefgh234567ab';

let project: StoreProject;
let health: ReleaseStore['health'];
beforeAll(async () => {
  project = await StoreProject.start();
});
beforeEach(async () => {
  await project.empty();
  ({ health } = await project.open());
});
afterAll(() => project.stop());

const tell = (shown: number) =>
  health.add([{ name: 'orders', release, minute: Math.floor(Date.now() / 60_000), shown, failed: [{ visitor: 'a'.repeat(16), network: 'b'.repeat(16) }], errors: 0 }]);

test('after ten minutes, nothing is recent, and returning visitors count again', async () => {
  await tell(3);
  await project.ageHealth({ minutes: 10 });
  const none = { shown: 0, failed: 0, networks: 0, errors: 0 };
  expect(await health.read()).toMatchObject([{ recent: none, all: { shown: 3, failed: 1 } }]);
  await tell(1);
  expect(await health.read()).toMatchObject([{ recent: { shown: 1, failed: 1 }, all: { shown: 4, failed: 2, networks: 2 } }]);
});

test('counts are removed after two days, and so are releases without reports', async () => {
  await tell(3);
  await project.ageHealth({ days: 1 });
  await tell(1);
  expect(await health.read()).toMatchObject([{ all: { shown: 4 } }]);
  await project.ageHealth({ days: 1 });
  expect(await health.read()).toMatchObject([{ all: { shown: 1 } }]);
  await project.ageHealth({ days: 1, minutes: 1 });
  await health.add([]);
  expect(await health.read()).toEqual([]);
});

test('every day has its own salt', async () => {
  const first = await health.salt();
  await project.ageHealth({ days: 1 });
  const second = await health.salt();
  expect(second).not.toBe(first);
  expect(await health.salt()).toBe(second);
});
