import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { followTutorial, type DoneStep } from '../../../e2e/src/tutorial/follow-tutorial.ts';
import { buildStaleParts } from '../../../tools/build/build-parts.ts';
import { withBrowser } from '../measure/browser.ts';
import type { Benchmark, Outcome } from '../report/outcome.ts';
import { median, table } from '../report/tables.ts';

/** All steps of the tutorial, without reading time. */
export const tutorial: Benchmark = { runs: 1, measure };

/** @throws {TutorialFailedError|BuildFailedError|ChromiumNotFoundError} */
async function measure(runs: number, report: (line: string) => void): Promise<Outcome> {
  await buildStaleParts((name) => report(`Building ${name} …`));
  const rounds: (readonly DoneStep[])[] = [];
  for (let run = 1; run <= runs; run += 1) {
    report(`Following the tutorial, ${run} of ${runs} …`);
    rounds.push(await followOnce());
  }
  const total = median(rounds.map((steps) => steps.reduce((sum, { ms }) => sum + ms, 0))) / 1000;
  return {
    text: stepTable(rounds),
    targets: [{ what: 'all steps of the tutorial', measured: total, limit: null, unit: 's' }],
    measured: { rounds },
  };
}

async function followOnce(): Promise<readonly DoneStep[]> {
  const home = await mkdtemp(path.join(tmpdir(), 'atrium-bench-tutorial-'));
  try {
    return await withBrowser(async (browser) => followTutorial('your-first-page-module.md', home, await browser.newPage()));
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

function stepTable([first = [], ...others]: readonly (readonly DoneStep[])[]): string {
  const rows = first.map(({ line, what, ms }, index) => {
    const times = [ms, ...others.map((steps) => steps[index]?.ms ?? NaN)];
    return [`${line}: ${what}`, (median(times) / 1000).toFixed(1)];
  });
  return table([['step of the tutorial, by its line', 's'], ...rows]);
}
