import * as v from 'valibot';
import { startModuleProcess } from '../module-process.ts';
import { prerenderAnswerSchema, type PrerenderJob } from './prerender-job.ts';

const LAUNCHER = new URL('../../bin/prerender.mjs', import.meta.url);

/** Milliseconds for all pages in one language. Usually it takes two seconds, on a busy machine many times that. */
const TIME_LIMIT = 60_000;

/** The pages of a build cannot be rendered. The message says what to change. */
class PrerenderFailedError extends Error {
  override readonly name = 'PrerenderFailedError';
}

/**
 * Renders pages of a build in one language, in a process of its own: the shared components have one language per process.
 *
 * @returns the HTML by route key
 * @throws an Error whose message says what to change
 */
export function prerenderPages(job: PrerenderJob): Promise<Record<string, string>> {
  const { child, errorOutput } = startModuleProcess(LAUNCHER);
  return new Promise<Record<string, string>>((resolve, reject) => {
    const fail = (problem: string) => reject(new PrerenderFailedError(`The pages of ${job.name} cannot be prerendered (${job.language}): ${problem}`));
    const timer = setTimeout(() => fail(`it took longer than ${TIME_LIMIT / 1000} s. Check for code that never finishes.`), TIME_LIMIT);
    child.once('error', (error) => fail(error.message));
    child.once('close', () => {
      clearTimeout(timer);
      fail(`the process ended: ${errorOutput().trim()}`);
    });
    child.once('message', (message) => {
      clearTimeout(timer);
      const { success, output } = v.safeParse(prerenderAnswerSchema, message);
      if (!success) fail('the process sent something other than its answer: the module must not send messages to it.');
      else if (output.ok) resolve(output.pages);
      else fail(output.problem);
    });
    child.send(job);
  }).finally(() => child.kill('SIGKILL'));
}
