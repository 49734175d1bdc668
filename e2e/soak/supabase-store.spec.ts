import path from 'node:path';
import { test as base } from '@playwright/test';
import { RevisionMismatchError, StoreUnavailableError, type ReleaseStore } from '@atrium/releases/stores';
import { ROOT } from '../../tools/repository/repository.ts';
import { withChangedBuild } from '../src/releases/changed-release.ts';
import { ConsoleMessages } from '../src/checks/console-messages.ts';
import { expect } from '../src/fixtures/site-test.ts';
import { untilReached } from '../src/storm/goals.ts';
import { keepOpeningTabs, type Seen } from '../src/storm/visitors.ts';
import { moveTo, runSupabaseSite, storeBuild, type SupabaseSite } from '../src/storm/supabase-site.ts';
import { SECOND_ACCOUNT, shownRelease } from '../src/releases/two-releases.ts';

/** The counts that end the storm. Halfway through the page loads, one server is killed. */
const STORM = { loads: 40, moves: 40, releases: 2 };

/** The counts to reach while the servers cannot reach the releases: far more requests than they serve from memory. */
const OUTAGE = { loads: 30, refused: 60 };

/** Milliseconds after which a test fails if it has not reached its goals. */
const LIMIT = 360_000;

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

/** Makes a release live, and retries if another move came first. */
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

test('with three servers, of which two publish and one is killed, no page fails, and an open tab follows a move', async ({ site, context, page }) => {
  test.setTimeout(LIMIT + 120_000);
  const consoleMessages = new ConsoleMessages(context);
  // Visitors close tabs before their connection is established.
  consoleMessages.allow(/WebSocket is closed before the connection is established/);
  const failures: string[] = [];
  context.on('response', (response) => {
    if (response.status() >= 400) failures.push(`${response.status()} ${response.url()}`);
  });
  const [one, other] = site.stores;
  if (one === undefined || other === undefined) throw new Error('The site has fewer than two servers to publish to.');

  await withChangedBuild('account', SECOND_ACCOUNT, async (build) => {
    const seen: Seen = { loads: 0, visits: 0, switches: 0, releases: new Set() };
    const releases = [await storeBuild(one, FIRST, false), await storeBuild(other, build, false)];
    let moves = 0;
    const goOn = untilReached(
      {
        loads: [() => seen.loads, STORM.loads],
        moves: [() => moves, STORM.moves],
        releases: [() => seen.releases.size, STORM.releases],
      },
      LIMIT,
    );
    const team = async (store: ReleaseStore) => {
      while (goOn()) {
        for (const release of releases) await insist(store, release);
        moves += releases.length;
      }
    };
    const accident = async () => {
      await expect.poll(() => seen.loads, { timeout: LIMIT }).toBeGreaterThanOrEqual(STORM.loads / 2);
      await site.killOne();
    };
    await Promise.all([keepOpeningTabs(context, seen, goOn), team(one), team(other), accident()]);
    expect(failures, 'failed responses').toEqual([]);
    expect(consoleMessages.unexpected, 'messages in the browser console').toEqual([]);

    await insist(one, releases[0] ?? '');
    // Listens before the page loads: the channel may be joined before the page is rendered.
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

test.describe('outage', () => {
  test.use({ apart: true });

  test('while the servers cannot reach the releases, the site works for visitors and publishing is refused', async ({ site, context }) => {
    test.setTimeout(LIMIT + 120_000);
    const consoleMessages = new ConsoleMessages(context);
    const [store] = site.stores;
    if (store === undefined) throw new Error('The site has no server to publish to.');
    await withChangedBuild('account', SECOND_ACCOUNT, async (build) => {
      const second = await storeBuild(store, build, false);
      const seen: Seen = { loads: 0, visits: 0, switches: 0, releases: new Set() };
      await site.readAhead();
      site.line.cut();
      const goOn = untilReached({ loads: [() => seen.loads, OUTAGE.loads], refused: [() => site.line.refused, OUTAGE.refused] }, LIMIT);
      await Promise.all([
        keepOpeningTabs(context, seen, goOn),
        expect(moveTo(store, 'account', second)).rejects.toBeInstanceOf(StoreUnavailableError),
      ]);
      expect([...seen.releases]).toEqual(['first']);
      site.line.restore();
      await insist(store, second);
      await keepOpeningTabs(context, seen, untilReached({ releases: [() => seen.releases.size, 2] }, LIMIT));
    });
    expect(consoleMessages.unexpected, 'messages in the browser console').toEqual([]);
  });
});
