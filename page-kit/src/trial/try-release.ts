import { Script } from 'node:vm';
import { messageOf, ProblemList } from './problem-list.ts';
import type { TrialJob } from './trial-job.ts';

/** Is told what is about to be done, in words that follow "while". */
export type Announce = (step: string) => Promise<void>;

/**
 * Loads a release's code and compares it with the page contract.
 *
 * The shell is not run: it needs a site around it, which is what a real browser is for. Its scripts are only parsed.
 */
export async function tryRelease(job: TrialJob, announce: Announce): Promise<ProblemList['outcome']> {
  const { manifest } = job;
  const problems = new ProblemList();
  parseScripts(job, problems);
  if (manifest.kind === 'shell') problems.note('the shell is not run before it goes live; its scripts were only parsed.');
  else if (problems.outcome.passed) {
    try {
      // jsdom takes longer to arrive than all the rest, and a shell does without it.
      const { tryContainer } = await import('./try-container.ts');
      await tryContainer(manifest, job, problems, announce);
    } catch (thrown) {
      problems.fail(`It cannot be loaded: ${messageOf(thrown)}`);
    }
  }
  return problems.outcome;
}

/** Finds what is no JavaScript, also in files that are loaded later than anything that is tried. */
function parseScripts({ files }: TrialJob, problems: ProblemList): void {
  for (const [path, content] of files) {
    if (!path.endsWith('.js')) continue;
    try {
      new Script(Buffer.from(content).toString('utf8'), { filename: path });
    } catch (thrown) {
      problems.fail(`The file ${path} is not JavaScript: ${messageOf(thrown)}`);
    }
  }
}
