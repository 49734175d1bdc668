/** @jest-environment node */
import { openDirectoryStore } from '@atrium/releases/stores/directory';
import type { Move } from '@atrium/releases/model';
import { currentRegistry, RevisionMismatchError, type ReleaseStore } from '@atrium/releases/stores';
import { sealBuild } from '@atrium/releases/sealing';
import path from 'node:path';
import { movePointer } from '../../src/publishing/move-pointer.ts';
import { newFolder, pageBuild, writeBuild } from '../support/small-build.ts';
import { seed } from '../command/seed.ts';

const REMARKS = { who: 'Ada', why: 'a test' };

/** A store in which a colleague makes a change just before the first move. */
function storeWithRace(folder: string, colleague: () => Promise<unknown>): ReleaseStore {
  const store = openDirectoryStore(folder);
  const move = store.move.bind(store);
  let first = true;
  store.move = async (requested: Move) => {
    if (first) await colleague();
    first = false;
    return move(requested);
  };
  return store;
}

function build(name: string, title: string): string {
  return writeBuild(pageBuild(name, `/${name}`, { title }));
}

async function storedRelease(folder: string, title: string): Promise<string> {
  const sealed = await sealBuild(path.join(build('orders', title), 'dist'));
  await openDirectoryStore(folder).putRelease(sealed, { schema: 1, passed: true, problems: [], when: new Date().toISOString() });
  return sealed.manifest.release;
}

async function live(folder: string, name: string): Promise<string | null | undefined> {
  const reading = await openDirectoryStore(folder).readRegistry();
  return reading.status === 'ok' ? reading.registry.remotes[name]?.live : undefined;
}

test('succeeds if another remote was moved meanwhile', async () => {
  const folder = newFolder();
  await seed(folder, build('orders', 'One'));
  const release = await storedRelease(folder, 'Two');
  const store = storeWithRace(folder, () => seed(folder, build('sales', 'Sales')));
  const { entry } = await movePointer(store, { action: 'publish', name: 'orders', release, ...REMARKS });
  expect(entry).toMatchObject({ revision: 3, release });
});

test.each(['publish', 'rollback', 'retire'] as const)('a %s does not override a release that was made live meanwhile', async (action) => {
  const folder = newFolder();
  await seed(folder, build('orders', 'One'));
  const release = action === 'retire' ? null : await storedRelease(folder, 'Two');
  let newer = '';
  const store = storeWithRace(folder, async () => (newer = await seed(folder, build('orders', 'Three'))));
  const moving = movePointer(store, { action, name: 'orders', release, ...REMARKS });
  await expect(moving).rejects.toBeInstanceOf(RevisionMismatchError);
  await expect(moving).rejects.toMatchObject({ expected: 1, actual: 2 });
  expect(await live(folder, 'orders')).toBe(newer);
});

test('a first publish does not override another first publish of the same remote', async () => {
  const folder = newFolder();
  const release = await storedRelease(folder, 'One');
  let newer = '';
  const store = storeWithRace(folder, async () => (newer = await seed(folder, build('orders', 'Two'))));
  await expect(movePointer(store, { action: 'publish', name: 'orders', release, ...REMARKS })).rejects.toBeInstanceOf(RevisionMismatchError);
  expect(await live(folder, 'orders')).toBe(newer);
});

test('succeeds without a change if the same release was made live meanwhile', async () => {
  const folder = newFolder();
  await seed(folder, build('orders', 'One'));
  const release = await storedRelease(folder, 'Two');
  const store = storeWithRace(folder, async () => {
    await seed(folder, build('orders', 'Two'));
    await seed(folder, build('sales', 'Sales'));
  });
  expect((await movePointer(store, { action: 'publish', name: 'orders', release, ...REMARKS })).entry).toBeNull();
});

test('does not override a release that was made live since the given registry was read', async () => {
  const folder = newFolder();
  await seed(folder, build('orders', 'One'));
  const store = openDirectoryStore(folder);
  const seen = await currentRegistry(store);
  const newer = await seed(folder, build('orders', 'Two'));
  const release = await storedRelease(folder, 'Three');
  const moving = movePointer(store, { action: 'rollback', name: 'orders', release, ...REMARKS }, seen);
  await expect(moving).rejects.toBeInstanceOf(RevisionMismatchError);
  expect(await live(folder, 'orders')).toBe(newer);
});
