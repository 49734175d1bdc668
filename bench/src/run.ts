import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { BuildFailedError } from '../../scripts/build-parts.ts';
import { ChromiumNotFoundError } from '../../scripts/find-chromium.ts';
import { StartError } from '../../scripts/start-error.ts';
import { BenchOptionsError, readBenchOptions } from './bench-options.ts';
import { measureFirstScreen } from './first-screen.ts';
import { LoadFailedError } from './measure/measure-load.ts';
import { reportText } from './report/report-text.ts';
import { summarize } from './report/summary.ts';
import { misses } from './report/verdict.ts';

const RESULTS = path.resolve(import.meta.dirname, '../results');

/** Failures whose message says all that there is to say. */
const EXPECTED = [BenchOptionsError, BuildFailedError, ChromiumNotFoundError, LoadFailedError, StartError];

try {
  await run();
} catch (error) {
  if (!EXPECTED.some((kind) => error instanceof kind)) throw error;
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const { runs } = readBenchOptions(process.argv.slice(2));
  const { loads, layers, browser } = await measureFirstScreen(runs, (line) => console.log(line));
  const summaries = new Map([...loads].map(([name, of]) => [name, summarize(of)]));
  const site = summaries.get('atrium');
  const reference = summaries.get('vite');
  if (!site || !reference) throw new Error('The site or its reference was not measured.');
  const missed = misses(site, reference, layers);
  console.log(`\n${reportText(summaries, reference, layers)}\n`);
  await writeResults({
    when: new Date().toISOString(),
    browser,
    runs,
    summaries: Object.fromEntries(summaries),
    layers: Object.fromEntries(layers),
    missed,
    loads: Object.fromEntries(loads),
  });
  for (const miss of missed) console.error(miss);
  if (missed.length > 0) process.exitCode = 1;
}

async function writeResults(results: object): Promise<void> {
  await mkdir(RESULTS, { recursive: true });
  await writeFile(path.join(RESULTS, 'first-screen.json'), `${JSON.stringify(results, null, 2)}\n`);
}
