import { parseArgs } from 'node:util';
import { BENCHMARKS } from './benchmarks.ts';

/** The benchmarks were asked for something that they do not know. */
export class BenchOptionsError extends Error {
  override readonly name = 'BenchOptionsError';
}

/** What to run. */
export interface BenchOptions {
  /** The names of the benchmarks. */
  readonly names: readonly string[];
  /** Runs of each variant; null for each benchmark's own number. */
  readonly runs: number | null;
}

const MEND =
  `npm run bench knows these, written after \`--\`: ${[...BENCHMARKS.keys()].join(', ')} (all of them, if none is named), ` +
  'and --runs N, the runs of each variant.';

/**
 * Reads the arguments.
 * @throws {BenchOptionsError} that says what there is to ask for.
 */
export function readBenchOptions(args: readonly string[]): BenchOptions {
  const { positionals, runs } = split(args);
  const count = runs === undefined ? null : Number(runs);
  if (count !== null && (!Number.isInteger(count) || count < 1)) throw new BenchOptionsError(MEND);
  if (positionals.some((name) => !BENCHMARKS.has(name))) throw new BenchOptionsError(MEND);
  return { names: positionals.length > 0 ? positionals : [...BENCHMARKS.keys()], runs: count };
}

function split(args: readonly string[]) {
  try {
    const { positionals, values } = parseArgs({ args: [...args], allowPositionals: true, options: { runs: { type: 'string' } } });
    return { positionals, runs: values.runs };
  } catch (cause) {
    throw new BenchOptionsError(MEND, { cause });
  }
}
