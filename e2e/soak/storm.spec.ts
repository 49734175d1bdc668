import path from 'node:path';
import { openDirectoryStore } from '@atrium/releases/stores/directory';
import { sealBuild } from '@atrium/releases/sealing';
import { ROOT } from '../../tools/repository/repository.ts';
import { withChangedBuild } from '../src/releases/changed-release.ts';
import { ConsoleMessages } from '../src/checks/console-messages.ts';
import { liveManifest } from '../src/releases/release-folder.ts';
import { damageTest, expect } from '../src/fixtures/site-test.ts';
import { untilReached } from '../src/storm/goals.ts';
import { startCommands, startRestlessTeam } from '../src/storm/movers.ts';
import { keepOpeningTabs, keepVisiting, type Seen } from '../src/storm/visitors.ts';
import { SECOND_ACCOUNT } from '../src/releases/two-releases.ts';

/** The counts that end the storm, all on one site at the same time. */
const GOALS = { loads: 100, visits: 30, switches: 2, moves: 300, commands: 12 };

/** Milliseconds after which the storm fails if it has not reached its goals. */
const LIMIT = 600_000;

damageTest('during publishes, rollbacks and page loads, no page fails, no tab mixes releases, and the log has every move', async ({ browser, page, damaged }) => {
  damageTest.setTimeout(LIMIT + 60_000);
  const store = openDirectoryStore(damaged.releases);
  const first = await liveManifest(damaged.releases, 'account');
  // Each has its own context, because the browser slows down background tabs.
  const [one, other] = [await browser.newContext({ baseURL: damaged.url }), await browser.newContext({ baseURL: damaged.url })];
  const noises = [one, other].map((context) => new ConsoleMessages(context));
  const failures: string[] = [];
  for (const context of [page.context(), one, other]) {
    context.on('response', (response) => {
      if (response.status() >= 400) failures.push(`${response.status()} ${response.url()}`);
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
    const goOn = untilReached(
      {
        loads: [() => seen.loads, GOALS.loads],
        visits: [() => seen.visits, GOALS.visits],
        switches: [() => seen.switches, GOALS.switches],
        moves: [() => team.revisions.length, GOALS.moves],
        commands: [() => commands.revisions.length, GOALS.commands],
      },
      LIMIT,
    );
    const stopped = Promise.race([team.failed, commands.failed]).then((why) => Promise.reject(new Error(`A mover stopped: ${why}`)));
    try {
      const visitors = [keepOpeningTabs(one, seen, goOn), keepOpeningTabs(other, seen, goOn), keepVisiting(page, seen, goOn)];
      await Promise.race([Promise.all(visitors), stopped]);
    } finally {
      await Promise.all([team.stop(), commands.stop()]);
      await Promise.all([one.close(), other.close()]);
    }

    expect(failures, 'failed responses').toEqual([]);
    expect(noises.flatMap(({ unexpected }) => unexpected), 'messages in the browser console').toEqual([]);
    expect([...seen.releases].sort(), 'the releases that new tabs ran').toEqual(['first', 'second']);
    const reading = await store.readRegistry();
    const revision = reading.status === 'ok' ? reading.registry.revision : 0;
    const log = await store.readLog({ limit: revision + 1 });
    expect(log.map((entry) => entry.revision)).toEqual(Array.from({ length: revision }, (_, index) => revision - index));
    const known = [...team.revisions, ...commands.revisions];
    expect(new Set(known).size, 'every move has its own revision').toBe(known.length);
    expect(Math.max(...known)).toBeLessThanOrEqual(revision);
  });
});
