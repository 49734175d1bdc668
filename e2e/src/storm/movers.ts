import { execFile, fork } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { ROOT } from '../../../scripts/site-parts.ts';

const messageSchema = v.object({ revision: v.number() });
const execute = promisify(execFile);

/** What a team moves, and where. */
export interface Restlessness {
  /** Folder of the release store. */
  readonly releases: string;
  readonly name: string;
  /** Folder of the build that it publishes. */
  readonly build: string;
  /** The release that it goes back to. */
  readonly back: string;
}

/** Something that moves a remote to and fro. */
export interface Mover {
  /** The revisions that it made and knows of. */
  readonly revisions: readonly number[];
  /** Resolves when it ended by itself, which it never should, with what there is to know. */
  readonly failed: Promise<string>;
  stop(): Promise<void>;
}

/** Starts a process that moves as fast as it goes. It is ended by force, as processes are, in the midst of its work. */
export function startRestlessTeam({ releases, name, build, back }: Restlessness): Mover {
  const child = fork(path.join(ROOT, 'e2e/src/storm/restless-team.ts'), [releases, name, build, back], {
    cwd: ROOT,
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const revisions: number[] = [];
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.on('message', (message) => revisions.push(v.parse(messageSchema, message).revision));
  const failed = new Promise<string>((resolve) => child.once('close', () => resolve(said || 'it ended without a word')));
  return {
    revisions,
    failed,
    async stop() {
      child.kill('SIGKILL');
      await failed;
    },
  };
}

const answerSchema = v.object({ entry: v.nullable(messageSchema) });

/** The command goes over no move of the same remote that came between: who wishes it still asks again. */
const overtakenSchema = v.object({
  stdout: v.pipe(v.string(), v.parseJson(), v.object({ error: v.object({ code: v.literal('revision-mismatch') }) })),
});

/** Moves with the `atrium` command, a new process for each move. */
export function startCommands({ releases, name, build, back }: Restlessness): Mover {
  const atrium = path.join(ROOT, 'page-kit/bin/atrium.mjs');
  const revisions: number[] = [];
  let goesOn = true;
  async function run(...args: readonly string[]): Promise<void> {
    try {
      const { stdout } = await execute(process.execPath, [atrium, ...args, '--store', releases, '--json', '--who', 'a team', '--why', 'a storm']);
      const { entry } = v.parse(v.pipe(v.string(), v.parseJson(), answerSchema), stdout);
      if (entry) revisions.push(entry.revision);
    } catch (error) {
      if (!v.is(overtakenSchema, error)) throw error;
    }
  }
  async function work(): Promise<void> {
    while (goesOn) {
      await run('publish', '--dir', build);
      await run('rollback', name, '--to', back);
    }
  }
  const done = work().then(() => 'it came to its end', String);
  return {
    revisions,
    failed: done,
    async stop() {
      goesOn = false;
      await done;
    },
  };
}
