import { parseArgs } from 'node:util';

/** The benchmark was asked for something it does not know. */
export class BenchOptionsError extends Error {
  override readonly name = 'BenchOptionsError';
}

/** Loads of each variant. */
const RUNS = 9;

/**
 * Reads the arguments.
 * @throws {BenchOptionsError} that says what there is to ask for.
 */
export function readBenchOptions(args: readonly string[]): { readonly runs: number } {
  const mend = 'npm run bench knows --runs N, the loads of each variant; write it after `--`.';
  const runs = Number(readRuns(args, mend));
  if (!Number.isInteger(runs) || runs < 1) throw new BenchOptionsError(mend);
  return { runs };
}

function readRuns(args: readonly string[], mend: string): string {
  try {
    return parseArgs({ args: [...args], options: { runs: { type: 'string', default: String(RUNS) } } }).values.runs;
  } catch (cause) {
    throw new BenchOptionsError(mend, { cause });
  }
}
