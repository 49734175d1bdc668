import path from 'node:path';
import { test as base } from '@playwright/test';
import type { ReleaseStore } from '@atrium/releases/release-store';
import { RevisionMismatchError, StoreAwayError } from '@atrium/releases/store-errors';
import { ROOT } from '../../scripts/site-parts.ts';
import { withChangedBuild } from '../src/changed-release.ts';
import { Noise } from '../src/noise.ts';
import { expect } from '../src/site-test.ts';
import { keepOpeningTabs, type Seen } from '../src/storm-visitors.ts';
import { moveTo, runSupabaseSite, storeBuild, type SupabaseSite } from '../src/supabase-site.ts';
import { SECOND_ACCOUNT, shownRelease } from '../src/two-releases.ts';

/** For how many milliseconds each of the tests goes on at least, and how much must have happened then. */
const ENOUGH = { time: 60_000, loads: 20, moves: 20 };

const test = base.extend<{ apart: boolean; site: SupabaseSite }>({
  apart: [false, { option: true }],
  site: [
    async ({ apart }, provide) => {
      const site = await runSupabaseSite(apart);
      await provide(site);
      await site.stop();
    },
    { timeout: 240_000 },
  ],
  baseURL: async ({ site }, provide) => provide(site.url),
});

test.describe.configure({ mode: 'serial' });

const FIRST = path.join(ROOT, 'pages-remote/account/dist');

/** Makes a release live, over whatever others moved meanwhile. */
async function insist(store: ReleaseStore, release: string): Promise<void> {
  for (;;) {
    try {
      await moveTo(store, 'account', release);
      return;
    } catch (error) {
      if (!(error instanceof RevisionMismatchError)) throw error;
    }
  }
}

test('three servers, moves by two of them and one that is killed: no page fails, and open tabs hear of a move', async ({ site, context, page }) => {
  test.setTimeout(420_000);
  const noise = new Noise(context);
  // Tabs are closed as soon as they were looked at.
  noise.allow(/WebSocket is closed before the connection is established/);
  const failures: string[] = [];
  context.on('response', (answer) => {
    if (answer.status() >= 400) failures.push(`${answer.status()} ${answer.url()}`);
  });
  const [one, other] = site.stores;
  if (one === undefined || other === undefined) throw new Error('There are two servers to release by.');

  await withChangedBuild('account', SECOND_ACCOUNT, async (build) => {
    const seen: Seen = { loads: 0, visits: 0, switches: 0, releases: new Set() };
    const releases = [await storeBuild(one, FIRST, false), await storeBuild(other, build, false)];
    const began = Date.now();
    let moves = 0;
    const goOn = () => Date.now() - began < ENOUGH.time || seen.loads < ENOUGH.loads || moves < ENOUGH.moves || seen.releases.size < 2;
    const team = async (store: ReleaseStore) => {
      while (goOn()) {
        for (const release of releases) await insist(store, release);
        moves += releases.length;
      }
    };
    const accident = async () => {
      await expect.poll(() => Date.now() - began > ENOUGH.time / 2, { timeout: 2 * ENOUGH.time }).toBe(true);
      await site.killOne();
    };
    await Promise.all([keepOpeningTabs(context, seen, goOn), team(one), team(other), accident()]);
    expect(failures, 'answers that failed').toEqual([]);
    expect(noise.unexpected, 'messages in the browser console').toEqual([]);

    await insist(one, releases[0] ?? '');
    // Looked at from the first frame on: the answer may be there before the page is.
    const joined = new Promise<void>((resolve) => {
      page.on('websocket', (socket) => {
        if (socket.url().includes('/realtime/v1/')) socket.on('framereceived', ({ payload }) => payload.toString().includes('"ok"') && resolve());
      });
    });
    await page.goto('/login');
    expect(await shownRelease(page, '/login')).toBe('first');
    await joined;
    const asked = page.waitForRequest((request) => request.url().endsWith('/__atrium/registry'), { timeout: 20_000 });
    await insist(other, releases[1] ?? '');
    await asked;
    await expect(page.getByRole('button', { name: 'Use it now' })).toBeVisible({ timeout: 30_000 });
  });
});

test.describe('away', () => {
  test.use({ apart: true });

  test('the releases are away for a minute, and nobody notices but who releases', async ({ site, context }) => {
    test.setTimeout(420_000);
    const noise = new Noise(context);
    const [store] = site.stores;
    if (store === undefined) throw new Error('There are servers to release by.');
    await withChangedBuild('account', SECOND_ACCOUNT, async (build) => {
      const second = await storeBuild(store, build, false);
      const seen: Seen = { loads: 0, visits: 0, switches: 0, releases: new Set() };
      await site.readAhead();
      site.line.cut();
      const began = Date.now();
      await Promise.all([
        keepOpeningTabs(context, seen, () => Date.now() - began < ENOUGH.time || seen.loads < ENOUGH.loads),
        expect(moveTo(store, 'account', second)).rejects.toBeInstanceOf(StoreAwayError),
      ]);
      expect([...seen.releases]).toEqual(['first']);
      site.line.mend();
      await insist(store, second);
      await keepOpeningTabs(context, seen, () => !seen.releases.has('second'));
    });
    expect(noise.unexpected, 'messages in the browser console').toEqual([]);
  });
});
