import { Script } from 'node:vm';
import * as v from 'valibot';
import { smokeTestJobSchema, type Announce, type SmokeTestJob, type SmokeTestMessage } from './job.ts';
import { messageOf, ProblemList } from './problem-list.ts';

/** Waits until the message is sent, so that the parent process knows the step that hangs. */
function send(message: SmokeTestMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    process.send?.(message, undefined, undefined, (error) => (error === null ? resolve() : reject(error)));
  });
}

// The listener keeps the process alive while code waits forever. The process ends with its parent.
process.on('disconnect', () => process.exit());
process.on('message', (message) => {
  void checkRelease(v.parse(smokeTestJobSchema, message), (step) => send({ type: 'step', step })).then((outcome) =>
    send({ type: 'done', ...outcome }),
  );
});

/**
 * Loads a release's code and checks it against the page contract.
 *
 * It does not run the shell, which needs a whole site and a real browser. It only parses the shell's scripts.
 */
async function checkRelease(job: SmokeTestJob, announce: Announce): Promise<ProblemList['outcome']> {
  const { manifest } = job;
  const problems = new ProblemList();
  parseScripts(job, problems);
  if (manifest.kind === 'shell') problems.note('the smoke test does not run a shell; it only parsed the scripts.');
  else if (problems.outcome.passed) {
    try {
      // jsdom takes longer to load than everything else, and a shell does not need it.
      const { checkContainer } = await import('./check-container.ts');
      await checkContainer(manifest, job, problems, announce);
    } catch (thrown) {
      problems.fail(`It cannot be loaded: ${messageOf(thrown)}`);
    }
  }
  return problems.outcome;
}

/** Finds invalid JavaScript, also in files that the smoke test never loads. */
function parseScripts({ files }: SmokeTestJob, problems: ProblemList): void {
  for (const [path, content] of files) {
    if (!path.endsWith('.js')) continue;
    try {
      new Script(Buffer.from(content).toString('utf8'), { filename: path });
    } catch (thrown) {
      problems.fail(`The file ${path} is not JavaScript: ${messageOf(thrown)}`);
    }
  }
}
