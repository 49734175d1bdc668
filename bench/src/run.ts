import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ChromiumNotFoundError } from '@atrium/page-kit/errors';
import { TutorialFailedError } from '../../e2e/src/tutorial/follow-tutorial.ts';
import { BuildFailedError } from '../../tools/build/build-parts.ts';
import { StartError } from '../../tools/start/start-error.ts';
import { devServer } from './benchmarks/dev-server.ts';
import { embeddedBackend } from './benchmarks/embedded-backend.ts';
import { firstScreen } from './benchmarks/first-screen.ts';
import { homeCards } from './benchmarks/home-cards.ts';
import { longBoard } from './benchmarks/long-board.ts';
import { manyModules } from './benchmarks/many-modules.ts';
import { publish } from './benchmarks/publish.ts';
import { returningVisitor } from './benchmarks/returning-visitor.ts';
import { serverLoad } from './benchmarks/server-load.ts';
import { signedInBoard } from './benchmarks/signed-in-board.ts';
import { tutorial } from './benchmarks/tutorial.ts';
import { verify } from './benchmarks/verify.ts';
import { CommandFailedError } from './measure/atrium-command.ts';
import { LoadFailedError } from './measure/load.ts';
import { isMissed, targetTable, type Benchmark, type Outcome, type Target } from './report/outcome.ts';

const RESULTS = path.resolve(import.meta.dirname, '../results');

/** Every benchmark by its name, in the order in which they run. */
const BENCHMARKS: ReadonlyMap<string, Benchmark> = new Map([
  ['first-screen', firstScreen],
  ['many-modules', manyModules],
  ['publish', publish],
  ['returning-visitor', returningVisitor],
  ['server-load', serverLoad],
  ['signed-in-board', signedInBoard],
  ['dev-server', devServer],
  ['verify', verify],
  ['long-board', longBoard],
  ['home-cards', homeCards],
  ['embedded-backend', embeddedBackend],
  ['tutorial', tutorial],
]);

const USAGE =
  `npm run bench accepts names of benchmarks (${[...BENCHMARKS.keys()].join(', ')}; all by default) ` +
  'and --runs N (runs of each variant). Write them after `--`.';

/** `npm run bench` was called with an unknown argument. */
class BenchOptionsError extends Error {
  override readonly name = 'BenchOptionsError';
}

/** Errors whose message is enough. */
const EXPECTED = [BenchOptionsError, BuildFailedError, ChromiumNotFoundError, CommandFailedError, LoadFailedError, StartError, TutorialFailedError];

try {
  await run();
} catch (error) {
  if (!EXPECTED.some((type) => error instanceof type)) throw error;
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const { benchmarks, runs } = readArguments(process.argv.slice(2));
  const targets = new Map<string, readonly Target[]>();
  for (const [name, benchmark] of benchmarks) targets.set(name, (await runOne(name, benchmark, runs ?? benchmark.runs)).targets);
  console.log(targetTable(targets));
  if ([...targets.values()].flat().some(isMissed)) process.exitCode = 1;
}

/** @throws {BenchOptionsError} for an unknown benchmark or option */
function readArguments(args: readonly string[]): { readonly benchmarks: readonly (readonly [string, Benchmark])[]; readonly runs: number | null } {
  const { positionals, runs } = parse(args);
  const count = runs === undefined ? null : Number(runs);
  if (count !== null && (!Number.isInteger(count) || count < 1)) throw new BenchOptionsError(USAGE);
  if (positionals.length === 0) return { benchmarks: [...BENCHMARKS], runs: count };
  const benchmarks = positionals.map((name) => {
    const benchmark = BENCHMARKS.get(name);
    if (!benchmark) throw new BenchOptionsError(USAGE);
    return [name, benchmark] as const;
  });
  return { benchmarks, runs: count };
}

function parse(args: readonly string[]) {
  try {
    const { positionals, values } = parseArgs({ args: [...args], allowPositionals: true, options: { runs: { type: 'string' } } });
    return { positionals, runs: values.runs };
  } catch (cause) {
    throw new BenchOptionsError(USAGE, { cause });
  }
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
