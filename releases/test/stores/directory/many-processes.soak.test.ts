import { openDirectoryStore } from '../../../src/stores/directory/directory-store.ts';
import type { ReleaseStore } from '../../../src/stores/release-store.ts';
import { verifyRelease } from '../../../src/sealing/verify-release.ts';
import { folderOf, newFolder, otherPageFiles } from '../../support/builds.ts';
import { bundledPublisher, startPublisher } from './processes/start-publisher.ts';
import { published, registryOf, workspaceFiles } from '../../support/publish.ts';

/** The number of parallel publishes and of killed ones. */
const [PUBLISHERS, KILLS] = [50, 30];

let program: string;

beforeAll(async () => {
  program = await bundledPublisher();
});

/** Checks that registry, log, manifests and the content of every live file are consistent. */
async function expectConsistent(store: ReleaseStore): Promise<void> {
  const { revision, remotes } = await registryOf(store);
  const log = await store.readLog({ limit: revision + 1 });
  expect(log.map((entry) => entry.revision)).toEqual(Array.from({ length: revision }, (_, index) => revision - index));
  for (const [name, { live, previous }] of Object.entries(remotes)) {
    expect(log.find((entry) => entry.name === name)).toMatchObject({ release: live, previous });
    for (const release of [live, previous]) {
      if (release === null) continue;
      const reading = await store.readManifest(name, release);
      if (reading.status !== 'ok') throw new Error(`${name} ${release} cannot be read`);
      const files = new Map<string, Buffer>();
      for (const path of Object.keys(reading.manifest.files)) {
        const file = await store.releaseFile(name, release, path);
        if (file !== null) files.set(path, file.content);
      }
      verifyRelease({ manifest: reading.manifest, files });
      expect((await store.readSmokeTest(name, release))?.passed).toBe(true);
    }
  }
}

test('many parallel publishes: each release with a free path goes live, and one of those that clash', async () => {
  const folder = await newFolder();
  const publishers = await Promise.all(
    Array.from({ length: PUBLISHERS }, async (_, index) => {
      const path = index % 2 === 0 ? `/m${index}/*` : '/contested/:id';
      const files = otherPageFiles(`m${index}`, path);
      return { name: `m${index}`, path, process: await startPublisher(program, folder, await folderOf(files)) };
    }),
  );
  const outcomes = await Promise.all(
    publishers.map(async ({ name, path, process }) => ({ name, path, outcome: (await process.publish())?.outcome })),
  );
  const store = openDirectoryStore(folder);
  await expectConsistent(store);
  const { revision, remotes } = await registryOf(store);
  const live = outcomes.filter(({ outcome }) => outcome === 'live');
  expect(Object.keys(remotes).sort()).toEqual(live.map(({ name }) => name).sort());
  expect(live.filter(({ path }) => path.startsWith('/contested'))).toHaveLength(1);
  expect(live).toHaveLength(PUBLISHERS / 2 + 1);
  expect(revision).toBe(PUBLISHERS / 2 + 1);
  const log = await store.readLog({ limit: 100 });
  expect(log.map(({ name }) => name).sort()).toEqual(live.map(({ name }) => name).sort());
}, 120_000);

/** Pseudo-random numbers that are the same in each run (mulberry32, public domain). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

test('after kill -9 at any step of a publish, the store is intact and the next publish works', async () => {
  const folder = await newFolder();
  const store = openDirectoryStore(folder);
  const build = async (number: number) => folderOf(workspaceFiles(number));
  const whole = await (await startPublisher(program, folder, await build(0))).publish();
  const steps = whole?.steps ?? 0;
  expect(steps).toBeGreaterThan(30);
  const random = seeded(4);
  let killed = 0;
  for (let round = 1; round <= KILLS; round += 1) {
    // Spreads the kills evenly over the steps of a publish.
    const fatalStep = 1 + Math.floor(((round - 1 + random()) / KILLS) * steps);
    const { revision } = await registryOf(store);
    const report = await (await startPublisher(program, folder, await build(round), fatalStep)).publish();
    if (report === null) killed += 1;
    await expectConsistent(openDirectoryStore(folder));
    expect([0, 1]).toContain((await registryOf(store)).revision - revision);
    // Publishes another module after an odd kill, and the same release after an even one.
    const next = round % 2 === 0 ? workspaceFiles(round) : otherPageFiles('orders', `/orders/r${round}`);
    const { entry, registry, release } = await published(store, next);
    expect(registry.remotes[entry?.name ?? 'workspace']?.live).toBe(release);
    await expectConsistent(openDirectoryStore(folder));
  }
  expect(killed).toBeGreaterThan(KILLS * 0.8);
}, 120_000);
