import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openSiteStore } from '@atrium/releases/stores/site';
import { StoreUnavailableError } from '@atrium/releases/stores';
import { authFiles, published, rolledBack, shellFiles, workspaceFiles } from '@atrium/releases/testing';
import { FaultyLine } from './faulty-line.ts';
import { SiteProcess } from './site-process.ts';
import { StoreProject } from './store-project.ts';

/** Milliseconds between two loads or two polls. Without a pause, they would take the processor from the work that they watch. */
const PAUSE_MS = 10;

let project: StoreProject;
let line: FaultyLine;
let sites: SiteProcess[];
/** Starts another server with a cache. */
let start: (cacheDirectory: string) => Promise<SiteProcess>;
/** The cache of the first two servers. */
let shared: string;
let token: string;
beforeAll(async () => {
  project = await StoreProject.start();
  const store = await project.open();
  for (const files of [shellFiles(), authFiles(), workspaceFiles(1)]) await published(store, files);
  token = await store.teams.createToken({ team: 'platform', remotes: ['*'] });
  line = await FaultyLine.open(project.backend.apiUrl);
  shared = await project.cacheDirectory();
  const { secretKey } = project.backend;
  start = (cache) => SiteProcess.start({ RELEASES_SUPABASE_URL: line.url, RELEASES_SUPABASE_KEY: secretKey, RELEASES_CACHE: cache });
  sites = await Promise.all([shared, shared, await project.cacheDirectory()].map(start));
});
afterAll(async () => {
  await Promise.all(sites.map((site) => site.stop()));
  line.close();
  await project.stop();
});

/** Loads pages from all servers in turn, like visitors behind a load balancer, until some work is done. Returns the number of loads. */
async function loadsDuring(work: Promise<unknown>): Promise<number> {
  let done = false;
  const ended = work.finally(() => {
    done = true;
  });
  let loads = 0;
  const visitor = async (first: number): Promise<void> => {
    for (let turn = first; !done; turn += 1) {
      const site = sites[turn % sites.length];
      await setTimeout(PAUSE_MS);
      if (site === undefined || site.gone) continue;
      try {
        await site.load();
        loads += 1;
      } catch (error) {
        // A load balancer would repeat a request that a killed server dropped. Any other failure is one.
        if (!site.gone) throw error;
      }
    }
  };
  await Promise.all([ended, visitor(0), visitor(1), visitor(2)]);
  return loads;
}

/** Waits until all servers return the same listing of live releases, with this one. */
async function untilAllList(release: string): Promise<void> {
  for (;;) {
    const listings = new Set(await Promise.all(sites.filter(({ gone }) => !gone).map((site) => site.listing())));
    const [listing = ''] = listings;
    if (listings.size === 1 && listing.includes(release)) return;
    await setTimeout(PAUSE_MS);
  }
}

test('while the store is unreachable, all servers serve pages, even one that starts meanwhile, and only publishing fails', async () => {
  const [one] = sites;
  // Every server reads the live files and the listing before the connection is cut.
  await Promise.all(sites.map((site) => site.load()));
  await Promise.all(sites.map((site) => site.listing()));
  line.cut();
  const store = openSiteStore({ site: one?.url ?? '', token });
  const loads = await loadsDuring(
    (async () => {
      await expect(published(store, workspaceFiles(2))).rejects.toBeInstanceOf(StoreUnavailableError);
      sites.push(await start(shared));
      await expect(store.teams.listTeams()).rejects.toBeInstanceOf(StoreUnavailableError);
    })(),
  );
  expect(loads).toBeGreaterThan(3);
  line.restore();
  const { release } = await published(store, workspaceFiles(2));
  await untilAllList(release);
});

// Must be the last test, because it kills a server.
test('publishes and rollbacks by two servers, and the death of a third, do not fail any page load, and all servers agree', async () => {
  const [one, two, three] = sites;
  const loads = await loadsDuring(
    (async () => {
      for (const number of [2, 3, 4]) {
        for (const site of [one, two]) {
          await published(openSiteStore({ site: site?.url ?? '', token }), workspaceFiles(10 * number + (site === one ? 0 : 1)));
        }
        if (number === 3) await three?.kill();
        await rolledBack(openSiteStore({ site: one?.url ?? '', token }), 'workspace');
      }
    })(),
  );
  expect(loads).toBeGreaterThan(10);
  const last = await published(openSiteStore({ site: two?.url ?? '', token }), workspaceFiles(99));
  await untilAllList(last.release);
  expect((await (await project.open()).readLog({ limit: 1 }))[0]).toMatchObject({ release: last.release, team: 'platform' });
});
