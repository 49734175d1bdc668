import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { followTutorial, type DoneStep } from '../../../e2e/src/tutorial/follow-tutorial.ts';
import { buildStaleParts } from '../../../tools/build/build-parts.ts';
import { withBrowser } from '../measure/browser.ts';
import type { Benchmark, Outcome, Target } from '../report/outcome.ts';
import { median, table } from '../report/tables.ts';

/** The tutorials, and the seconds that all steps of each may take, without reading time. */
const TUTORIALS = { 'your-first-page-module.md': 480, 'your-first-extension.md': 240 } as const;

export const tutorial: Benchmark = { runs: 1, measure };

/** @throws {TutorialFailedError|BuildFailedError|ChromiumNotFoundError} */
async function measure(runs: number, report: (line: string) => void): Promise<Outcome> {
  await buildStaleParts((name) => report(`Building ${name} …`));
  const texts: string[] = [];
  const targets: Target[] = [];
  const measured: Record<string, readonly (readonly DoneStep[])[]> = {};
  for (const [file, limit] of Object.entries(TUTORIALS)) {
    const rounds: (readonly DoneStep[])[] = [];
    for (let run = 1; run <= runs; run += 1) {
      report(`Following ${file}, ${run} of ${runs} …`);
      rounds.push(await followOnce(file));
    }
    const total = median(rounds.map((steps) => steps.reduce((sum, { ms }) => sum + ms, 0))) / 1000;
    texts.push(stepTable(file, rounds));
    targets.push({ what: `all steps of ${file}`, measured: total, limit, unit: 's' });
    measured[file] = rounds;
  }
  return { text: texts.join('\n\n'), targets, measured };
}

async function followOnce(file: string): Promise<readonly DoneStep[]> {
  const home = await mkdtemp(path.join(tmpdir(), 'atrium-bench-tutorial-'));
  try {
    return await withBrowser(async (browser) => followTutorial(file, home, await browser.newPage()));
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

function stepTable(file: string, [first = [], ...others]: readonly (readonly DoneStep[])[]): string {
  const rows = first.map(({ line, what, ms }, index) => {
    const times = [ms, ...others.map((steps) => steps[index]?.ms ?? NaN)];
    return [`${line}: ${what}`, (median(times) / 1000).toFixed(1)];
  });
  return table([[`step of ${file}, by its line`, 's'], ...rows]);
}
