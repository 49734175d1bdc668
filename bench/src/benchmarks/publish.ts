import { openDirectoryStore } from '@atrium/releases/directory-store';
import { inspect } from '@atrium/releases/inspection';
import type { ReleaseStore } from '@atrium/releases/release-store';
import { sealBuild, type SealedRelease } from '@atrium/releases/seal';
import { openSiteStore } from '@atrium/releases/site-store';
import { exchange, withChangedBuild, type Change } from '../../../e2e/src/releases/changed-release.ts';
import type { Benchmark, Outcome } from '../benchmark.ts';
import { atrium, type StorePlace } from '../command/atrium-command.ts';
import { timeOf } from '../measure/stopwatch.ts';
import { fillStore } from '../modules/fill-store.ts';
import { liveRelease } from '../modules/make-live.ts';
import { changeOf } from '../modules/module-change.ts';
import { passedSmokeTest } from '../modules/passed-smoke-test.ts';
import { LIMITS, publishTargets, publishText, type PublishTimes } from '../report/publish-text.ts';
import { startRealSite, type RealSite } from '../servers/real-site.ts';
import { withSites } from '../servers/running-sites.ts';
import { releaseIsVisible } from '../servers/visible-release.ts';

/** Page modules that the site has when a team publishes, besides the two real ones. */
const OTHERS = 198;

/** A text of the shell that no other source has. */
const SHELL_TEXT = 'One place for your work';

/** From the command to what a new tab gets, with 200 page modules registered. */
export const publish: Benchmark = { runs: 7, measure };

/** How a team reaches the store: its folder, or the site's server with a token. */
interface Way extends StorePlace {
  readonly name: string;
  open(): ReleaseStore;
}

/** @throws {CommandFailedError|BuildFailedError|StartError} */
function measure(runs: number, report: (line: string) => void): Promise<Outcome> {
  return withSites(async (keep) => {
    const site = await keep(startRealSite(report));
    report(`Registering ${OTHERS} page modules …`);
    await fillStore(site.store, OTHERS);
    const ways = await waysTo(site);
    const times = new Map(ways.map(({ name }) => [name, [] as PublishTimes[]]));
    for (let run = 0; run <= runs; run += 1) {
      if (run > 0) report(`Round ${run} of ${runs} …`);
      for (const way of ways) {
        const measured = await measureOnce(site, way, run);
        // The first round warms up, and does not count.
        if (run > 0) times.get(way.name)?.push(measured);
      }
    }
    return { text: publishText(times), targets: publishTargets(times), measured: { limits: LIMITS, times: Object.fromEntries(times) } };
  });
}

async function waysTo({ url, directory, store }: RealSite): Promise<Way[]> {
  const token = await store.teams.createToken({ team: 'bench', remotes: ['*'] });
  return [
    { name: 'directory', args: ['--store', directory], env: {}, open: () => openDirectoryStore(directory) },
    { name: 'site', args: ['--site', url], env: { ATRIUM_TOKEN: token }, open: () => openSiteStore({ site: url, token }) },
  ];
}

/** Publishes a release that was never there before, asks the gate about others, and goes back. */
async function measureOnce(site: RealSite, way: Way, run: number): Promise<PublishTimes> {
  const { module, page, text } = changeOf('workspace', `${way.name} ${run}`);
  const visible = (release: string) => releaseIsVisible(site.url + page, module, release);
  const before = await liveRelease(site.store, module);
  const published = await withChangedBuild(module, exchange(text.from, text.to), async (build) => {
    const { release } = (await sealBuild(build)).manifest;
    return timeToVisible(way, ['publish', '--dir', build], () => visible(release));
  });
  const gatePage = await gateTime(way, module, exchange(text.from, `(asked ${way.name} ${run}) ${text.from}`));
  const gateShell = await gateTime(way, 'shell', exchange(SHELL_TEXT, `${SHELL_TEXT} (${way.name} ${run})`));
  const rolledBack = await timeToVisible(way, ['rollback', module], () => visible(before));
  return { published, rolledBack, gatePage, gateShell };
}

/** Milliseconds from the start of a command to what it makes visible. Gives them when the command has ended, too. */
async function timeToVisible(way: Way, args: readonly string[], visible: () => Promise<void>): Promise<number> {
  const [time] = await Promise.all([timeOf(visible), atrium([...args, '--why', 'a benchmark'], way)]);
  return time;
}

/** Milliseconds of the gate's answer about a release that is not stored, to somebody who has asked nothing before. */
async function gateTime(way: Way, part: string, change: Change): Promise<number> {
  const sealed = await withChangedBuild(part, change, sealBuild);
  const store = way.open();
  return timeOf(async () => {
    const { allowed, findings } = await store.check(proposalOf(sealed));
    if (!allowed) throw new Error(`The gate refuses ${part}: ${findings.map(({ message }) => message).join('; ')}`);
  });
}

function proposalOf(sealed: SealedRelease) {
  const { forbidden, styles } = inspect(sealed);
  return { manifest: sealed.manifest, smokeTest: passedSmokeTest(), forbidden, styles };
}
