import type { ChildProcess } from 'node:child_process';
import type { SmokeTestResult } from '@atrium/releases/model';
import type { SealedRelease } from '@atrium/releases/sealing';
import * as v from 'valibot';
import { MEMORY_LIMIT, startModuleProcess } from '../module-process.ts';
import { smokeTestMessageSchema, type SmokeTestJob } from './job.ts';

const LAUNCHER = new URL('../../bin/smoke-test.mjs', import.meta.url);

/** Time limit for each step, in milliseconds. A whole smoke test usually takes one second, on a busy machine many times that. */
const DEFAULT_TIME_LIMIT = 30_000;

/** Options of {@link runSmokeTest}. */
export interface SmokeTestOptions {
  /** Folder of the remote's sources. Its own React is resolved from there, otherwise page-kit's. */
  readonly folder: string;
  /** Milliseconds for each step that runs code of the release. */
  readonly timeLimit?: number;
}

/**
 * Runs a release's code once before it can go live: loads its container in jsdom, with the packages that the shell would
 * share, and checks its exports against the page contract. It runs in a separate process, so code that hangs, crashes or
 * exits the process only fails its smoke test.
 *
 * This is a check, not a sandbox: the code runs with the rights of the publisher.
 */
export async function runSmokeTest({ manifest, files }: SealedRelease, options: SmokeTestOptions): Promise<SmokeTestResult> {
  const { folder, timeLimit = DEFAULT_TIME_LIMIT } = options;
  const { passed, problems } = await outcomeOf({ manifest, files, folder }, timeLimit);
  return { schema: 1, passed, problems, when: new Date().toISOString() };
}

type Outcome = Pick<SmokeTestResult, 'passed' | 'problems'>;

function outcomeOf(job: SmokeTestJob, timeLimit: number): Promise<Outcome> {
  const { child, errorOutput } = startModuleProcess(LAUNCHER);
  return new Promise((resolve) => {
    let step = 'it started';
    const end = (outcome: Outcome): void => {
      clearTimeout(timer);
      kill(child);
      resolve(outcome);
    };
    const giveUpAfter = (limit: number): NodeJS.Timeout =>
      setTimeout(() => end(failed(`Timed out after ${limit / 1000} s, while ${step}. Check for code that never finishes.`)), limit);
    // Nothing of the release runs before the first step.
    let timer = giveUpAfter(DEFAULT_TIME_LIMIT);
    child.once('error', (cause) => end(failed(`The smoke test could not start: ${cause.message}`)));
    child.once('close', (code, signal) => end(failed(endedEarly(step, code ?? signal, errorOutput()))));
    child.on('message', (message) => {
      const parsed = v.safeParse(smokeTestMessageSchema, message);
      if (!parsed.success) end(failed('The smoke test sent an invalid message.'));
      else if (parsed.output.type === 'step') {
        step = parsed.output.step;
        clearTimeout(timer);
        timer = giveUpAfter(timeLimit);
      } else end({ passed: parsed.output.passed, problems: parsed.output.problems });
    });
    child.send(job, (cause) => {
      if (cause !== null) end(failed(`The smoke test could not receive its files: ${cause.message}`));
    });
  });
}

function failed(problem: string): Outcome {
  return { passed: false, problems: [problem] };
}

function endedEarly(step: string, how: number | string | null, output: string): string {
  const words = /heap out of memory/.test(output) ? `, because it used more than ${MEMORY_LIMIT} MB of memory` : `: ${lastLine(output)}`;
  return `Its process ended (${how ?? 'for no known reason'}) while ${step}${words}`;
}

/** The line of an error's report that says what happened. */
function lastLine(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.find((line) => /^\w*Error\b/.test(line)) ?? lines.find((line) => line !== '') ?? 'it printed nothing';
}

function kill(child: ChildProcess): void {
  child.removeAllListeners();
  child.on('error', () => undefined); // It may have ended already.
  child.kill('SIGKILL');
}
