import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { BuildFailedError } from '../../scripts/build-parts.ts';
import { TutorialFailedError } from '../../e2e/src/tutorial/follow-tutorial.ts';
import { ChromiumNotFoundError } from '@atrium/page-kit/errors';
import { StartError } from '../../scripts/start-error.ts';
import { BenchOptionsError, readBenchOptions } from './bench-options.ts';
import { isMissed, type Benchmark, type Outcome, type Target } from './benchmark.ts';
import { BENCHMARKS } from './benchmarks.ts';
import { CommandFailedError } from './command/atrium-command.ts';
import { LoadFailedError } from './measure/measure-load.ts';
import { targetTable } from './report/target-table.ts';

const RESULTS = path.resolve(import.meta.dirname, '../results');

/** Failures whose message says all that there is to say. */
const EXPECTED = [BenchOptionsError, BuildFailedError, ChromiumNotFoundError, CommandFailedError, LoadFailedError, StartError, TutorialFailedError];

try {
  await run();
} catch (error) {
  if (!EXPECTED.some((kind) => error instanceof kind)) throw error;
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const { names, runs } = readBenchOptions(process.argv.slice(2));
  const targets = new Map<string, readonly Target[]>();
  for (const name of names) {
    const benchmark = BENCHMARKS.get(name);
    if (!benchmark) throw new Error(`There is no benchmark ${name}.`);
    targets.set(name, (await runOne(name, benchmark, runs ?? benchmark.runs)).targets);
  }
  console.log(targetTable(targets));
  if ([...targets.values()].flat().some(isMissed)) process.exitCode = 1;
}

async function runOne(name: string, benchmark: Benchmark, runs: number): Promise<Outcome> {
  console.log(`${name}, ${runs} ${runs === 1 ? 'run' : 'runs'} of each variant`);
  const outcome = await benchmark.measure(runs, (line) => console.log(`  ${line}`));
  console.log(`\n${outcome.text}\n`);
  const results = { when: new Date().toISOString(), runs, targets: outcome.targets, ...outcome.measured };
  await mkdir(RESULTS, { recursive: true });
  await writeFile(path.join(RESULTS, `${name}.json`), `${JSON.stringify(results, null, 2)}\n`);
  return outcome;
}
