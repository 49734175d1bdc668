/** The result of a step: whether it succeeded, and its tests, if it runs any. */
export interface StepResult {
  readonly ok: boolean;
  readonly passed?: number;
  readonly failed?: number;
  /** Failures, and tests that passed only at the second try. They are printed again after all steps. */
  readonly failures?: readonly string[];
  /** Seconds that each test file took. */
  readonly files?: ReadonlyMap<string, number>;
}

/** A named part of a run. */
export interface Step {
  readonly name: string;
  readonly run: () => Promise<StepResult>;
}

/** Number of slowest test files to print. */
const SLOWEST = 10;

/**
 * Runs groups of steps one after the other, and the steps of a group in parallel. Then prints every failure, the time of
 * each step and the slowest test files, and sets the exit code.
 */
export async function runSteps(...groups: readonly (readonly Step[])[]): Promise<void> {
  const began = performance.now();
  const results: (StepResult & { readonly name: string; readonly seconds: number })[] = [];
  for (const group of groups) {
    await Promise.all(
      group.map(async ({ name, run }) => {
        console.log(`== ${name}`);
        const start = performance.now();
        const result = await run().catch((error: unknown): StepResult => ({ ok: false, failures: [`${name}: ${String(error)}`] }));
        results.push({ ...result, name, seconds: secondsSince(start) });
      }),
    );
  }
  console.log('\n== summary');
  for (const failure of results.flatMap(({ failures = [] }) => failures)) console.log(failure);
  for (const { ok, name, seconds } of results) console.log(`${ok ? 'passed' : 'FAILED'}  ${String(seconds).padStart(4)} s  ${name}`);
  console.log(`${' '.repeat(8)}${String(secondsSince(began)).padStart(4)} s  in total`);
  const files = results.flatMap((result) => [...(result.files ?? [])]).sort(([, one], [, other]) => other - one);
  if (files.length > 0) console.log('slowest test files:');
  for (const [file, seconds] of files.slice(0, SLOWEST)) console.log(`${String(Math.round(seconds)).padStart(12)} s  ${file}`);
  const sum = (count: 'passed' | 'failed') => results.reduce((total, result) => total + (result[count] ?? 0), 0);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  if (results.some(({ ok }) => !ok)) process.exitCode = 1;
}

function secondsSince(start: number): number {
  return Math.round((performance.now() - start) / 1000);
}
