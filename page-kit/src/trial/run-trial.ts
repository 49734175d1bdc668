import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { SealedRelease } from '@atrium/releases/seal';
import type { Trial } from '@atrium/releases/gate-check';
import * as v from 'valibot';
import { trialMessageSchema, type TrialJob } from './trial-job.ts';

const launcher = fileURLToPath(new URL('../../bin/trial.mjs', import.meta.url));

/** Milliseconds that each step of a trial may take. A usual trial takes one second in all; a busy machine many times that. */
const usualTimeLimit = 30_000;

/** Megabytes of memory for the code that is tried: many times what a page module needs. */
const memoryLimit = 768;

/** What the process may know of its surroundings: no token, no key. */
const passedOn = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot'] as const;

/** What to try, and how long it may take. */
export interface TrialOptions {
  /** Folder of the remote's sources: its own React is found from there, or else page-kit's. */
  readonly folder: string;
  /** Milliseconds for each step that runs code of the release. */
  readonly timeLimit?: number;
}

/**
 * Runs a release's code before it may go live, as far as that goes without a browser: the container is loaded in jsdom,
 * with the packages that the shell would share, and must give what the page contract says. It happens in a process of
 * its own, so code that hangs, crashes or ends the process fails its trial and nothing else.
 *
 * The code is the team's own and is run with the rights of whoever publishes: this is a check, not a sandbox.
 */
export async function runTrial({ manifest, files }: SealedRelease, options: TrialOptions): Promise<Trial> {
  const { folder, timeLimit = usualTimeLimit } = options;
  const { passed, problems } = await outcomeOf({ manifest, files, folder }, timeLimit);
  return { schema: 1, passed, problems, when: new Date().toISOString() };
}

type Outcome = Pick<Trial, 'passed' | 'problems'>;

function outcomeOf(job: TrialJob, timeLimit: number): Promise<Outcome> {
  const child = fork(launcher, {
    // Maps and bytes arrive as they are.
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: [`--max-old-space-size=${memoryLimit}`],
    // The packages that the shell shares are those of a production build.
    env: { ...Object.fromEntries(passedOn.map((name) => [name, process.env[name]])), NODE_ENV: 'production' },
  });
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-4000)));
  return new Promise((resolve) => {
    let step = 'it started';
    const end = (outcome: Outcome): void => {
      clearTimeout(timer);
      kill(child);
      resolve(outcome);
    };
    const giveUpAfter = (limit: number): NodeJS.Timeout =>
      setTimeout(() => end(failed(`It was not done after ${limit / 1000} s, while ${step}: find what hangs there.`)), limit);
    // Nothing of the release runs before the first step.
    let timer = giveUpAfter(usualTimeLimit);
    child.once('error', (cause) => end(failed(`The trial could not be started: ${cause.message}`)));
    child.once('close', (code, signal) => end(failed(endedEarly(step, code ?? signal, said))));
    child.on('message', (message) => {
      const parsed = v.safeParse(trialMessageSchema, message);
      if (!parsed.success) end(failed('The trial gave an answer that cannot be understood.'));
      else if (parsed.output.type === 'step') {
        step = parsed.output.step;
        clearTimeout(timer);
        timer = giveUpAfter(timeLimit);
      } else end({ passed: parsed.output.passed, problems: parsed.output.problems });
    });
    child.send(job, (cause) => {
      if (cause !== null) end(failed(`The trial could not be given its files: ${cause.message}`));
    });
  });
}

function failed(problem: string): Outcome {
  return { passed: false, problems: [problem] };
}

function endedEarly(step: string, how: number | string | null, said: string): string {
  const words = /heap out of memory/.test(said) ? `, because it used more than ${memoryLimit} MB of memory` : `: ${lastLine(said)}`;
  return `Its process ended (${how ?? 'for no known reason'}) while ${step}${words}`;
}

/** The line of an error's report that says what happened. */
function lastLine(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.find((line) => /^\w*Error\b/.test(line)) ?? lines.find((line) => line !== '') ?? 'it said nothing';
}

function kill(child: ChildProcess): void {
  child.removeAllListeners();
  child.on('error', () => undefined); // It may be gone already, which is what is wanted.
  child.kill('SIGKILL');
}
