import path from 'node:path';
import { openDirectoryStore } from '@atrium/releases/stores/directory';
import { inspect } from '@atrium/releases/inspection';
import type { ReleaseStore } from '@atrium/releases/stores';
import { sealBuild, type SealedRelease } from '@atrium/releases/sealing';
import { openSiteStore } from '@atrium/releases/stores/site';
import { atrium } from '../measure/atrium-command.ts';
import { timeOf } from '../measure/stopwatch.ts';
import { fillStore } from '../modules/generated-modules.ts';
import { changeOf, withChangedPart, type TextChange } from '../modules/module-change.ts';
import { liveRelease, passedSmokeTest } from '../modules/releases.ts';
import type { Benchmark, Outcome, Target } from '../report/outcome.ts';
import { median, rangeText, table } from '../report/tables.ts';
import { releaseIsVisible, startRealSite, withSites, type RealSite } from '../servers/real-site.ts';

/** Page modules of the site besides the two real ones. */
const OTHERS = 198;

/** A text of the shell that no other source contains. */
const SHELL_TEXT = 'Shared boards for notes that matter';

/** Milliseconds of one round. */
interface PublishTimes {
  /** From the start of the command until the document of a new tab names the release. */
  readonly published: number;
  /** The same for a rollback. */
  readonly rolledBack: number;
  /** The gate's check of a page module that is not stored. */
  readonly gatePage: number;
  /** The gate's check of a shell, for which it checks every module. */
  readonly gateShell: number;
}

/** Maximum of each time, in milliseconds. */
const LIMITS: Readonly<Record<keyof PublishTimes, number>> = {
  published: 2_000,
  rolledBack: 1_000,
  gatePage: 2_000,
  gateShell: 2_000,
};

const LABELS: Readonly<Record<keyof PublishTimes, string>> = {
  published: 'publish to visible',
  rolledBack: 'rollback to visible',
  gatePage: 'gate for a page module',
  gateShell: 'gate for a shell',
};

const KEYS = ['published', 'rolledBack', 'gatePage', 'gateShell'] as const;

/** From the command to a new tab, with 200 registered page modules. */
export const publish: Benchmark = { runs: 7, measure };

/** A way to the store: its folder, or the site's server with a token. */
interface Way {
  readonly name: string;
  /** Arguments of the command that name the store. */
  readonly args: readonly string[];
  /** Environment of the command, with the token. */
  readonly env: NodeJS.ProcessEnv;
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
        // The first round warms up. It does not count.
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

/** Publishes a new release, asks the gate about others, and rolls back. */
async function measureOnce(site: RealSite, way: Way, run: number): Promise<PublishTimes> {
  const { module, page, text } = changeOf('workspace', `${way.name} ${run}`);
  const visible = (release: string) => releaseIsVisible(site.url + page, module, release);
  const before = await liveRelease(site.store, module);
  const published = await withChangedPart(module, text, async (folder) => {
    const { release } = (await sealBuild(path.join(folder, 'dist'))).manifest;
    return timeToVisible(way, ['publish', '--dir', folder], () => visible(release));
  });
  const gatePage = await gateTime(way, module, { from: text.from, to: `(checked ${way.name} ${run}) ${text.from}` });
  const gateShell = await gateTime(way, 'shell', { from: SHELL_TEXT, to: `${SHELL_TEXT} (${way.name} ${run})` });
  const rolledBack = await timeToVisible(way, ['rollback', module], () => visible(before));
  return { published, rolledBack, gatePage, gateShell };
}

/** Milliseconds from the start of a command until its result is visible. Also waits for the end of the command. */
async function timeToVisible(way: Way, args: readonly string[], visible: () => Promise<void>): Promise<number> {
  const [time] = await Promise.all([timeOf(visible), atrium([...args, '--why', 'a benchmark', ...way.args], way.env)]);
  return time;
}

/** Milliseconds of the gate's check of a release that is not stored, for a client that has cached nothing. */
async function gateTime(way: Way, part: string, change: TextChange): Promise<number> {
  const sealed = await withChangedPart(part, change, (folder) => sealBuild(path.join(folder, 'dist')));
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

/** A table of all times, by the way to the store. */
function publishText(times: ReadonlyMap<string, readonly PublishTimes[]>): string {
  const rows = [...times].flatMap(([way, rounds]) =>
    KEYS.map((key) => {
      const measured = rounds.map((round) => round[key]);
      return [`${LABELS[key]} (${way})`, median(measured).toFixed(0), rangeText(measured)];
    }),
  );
  return table([['with 200 page modules registered', 'ms', 'range'], ...rows]);
}

/** The targets of each way to the store. */
function publishTargets(times: ReadonlyMap<string, readonly PublishTimes[]>): Target[] {
  return [...times].flatMap(([way, rounds]) =>
    KEYS.map(
      (key): Target => ({
        what: `${LABELS[key]} (${way})`,
        measured: median(rounds.map((round) => round[key])),
        limit: LIMITS[key],
        unit: 'ms',
      }),
    ),
  );
}
