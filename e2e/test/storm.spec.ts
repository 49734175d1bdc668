import path from 'node:path';
import { openDirectoryStore } from '@atrium/releases/directory-store';
import { sealBuild } from '@atrium/releases/seal';
import { ROOT } from '../../scripts/site-parts.ts';
import { withChangedBuild } from '../src/changed-release.ts';
import { Noise } from '../src/noise.ts';
import { liveManifest } from '../src/release-folder.ts';
import { damageTest, expect } from '../src/site-test.ts';
import { startCommands, startRestlessTeam } from '../src/storm-movers.ts';
import { keepOpeningTabs, keepVisiting, type Seen } from '../src/storm-visitors.ts';
import { SECOND_ACCOUNT } from '../src/two-releases.ts';

/** How much must have happened at once before the storm is over, and for how many milliseconds it goes on at least. */
const ENOUGH = { time: 60_000, loads: 100, visits: 30, switches: 2, moves: 300, commands: 12 };

damageTest('publishes, rollbacks and page loads at once: no load fails, no code is mixed, no move is lost', async ({ browser, page, damaged }) => {
  damageTest.setTimeout(420_000);
  const store = openDirectoryStore(damaged.releases);
  const first = await liveManifest(damaged.releases, 'account');
  // Each visitor has a window: a tab behind another one is slow.
  const [one, other] = [await browser.newContext({ baseURL: damaged.url }), await browser.newContext({ baseURL: damaged.url })];
  const noises = [one, other].map((context) => new Noise(context));
  const failures: string[] = [];
  for (const context of [page.context(), one, other]) {
    context.on('response', (answer) => {
      if (answer.status() >= 400) failures.push(`${answer.status()} ${answer.url()}`);
    });
  }

  await withChangedBuild('account', SECOND_ACCOUNT, async (build) => {
    const second = await sealBuild(build);
    await store.putRelease(second, { schema: 1, passed: true, problems: [], when: new Date().toISOString() });
    const name = 'account';
    const account = { releases: damaged.releases, name };
    const team = startRestlessTeam({ ...account, build: path.join(ROOT, 'pages-remote/account/dist'), back: second.manifest.release });
    const commands = startCommands({ ...account, build, back: first.release });
    const seen: Seen = { loads: 0, visits: 0, switches: 0, releases: new Set() };
    const began = Date.now();
    const goOn = () =>
      Date.now() - began < ENOUGH.time ||
      seen.loads < ENOUGH.loads ||
      seen.visits < ENOUGH.visits ||
      seen.switches < ENOUGH.switches ||
      team.revisions.length < ENOUGH.moves ||
      commands.revisions.length < ENOUGH.commands;
    const stopped = Promise.race([team.failed, commands.failed]).then((why) => Promise.reject(new Error(`A mover stopped: ${why}`)));
    try {
      const visitors = [keepOpeningTabs(one, seen, goOn), keepOpeningTabs(other, seen, goOn), keepVisiting(page, seen, goOn)];
      await Promise.race([Promise.all(visitors), stopped]);
    } finally {
      await Promise.all([team.stop(), commands.stop()]);
      await Promise.all([one.close(), other.close()]);
    }

    expect(failures, 'answers that failed').toEqual([]);
    expect(noises.flatMap(({ unexpected }) => unexpected), 'messages in the browser console').toEqual([]);
    expect([...seen.releases].sort(), 'releases that new tabs got').toEqual(['first', 'second']);
    const reading = await store.readRegistry();
    const revision = reading.status === 'ok' ? reading.registry.revision : 0;
    const log = await store.readLog({ limit: revision + 1 });
    expect(log.map((entry) => entry.revision)).toEqual(Array.from({ length: revision }, (_, index) => revision - index));
    const known = [...team.revisions, ...commands.revisions];
    expect(new Set(known).size, 'each move has a revision of its own').toBe(known.length);
    expect(Math.max(...known)).toBeLessThanOrEqual(revision);
  });
});
