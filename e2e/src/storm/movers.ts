import { execFile, fork } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { ROOT } from '../../../tools/repository/repository.ts';

const messageSchema = v.object({ revision: v.number() });
const execute = promisify(execFile);

/** The remote that a mover moves, and its two releases. */
interface MovedRemote {
  /** The folder of the release store. */
  readonly releases: string;
  readonly name: string;
  /** The folder of the build that it publishes. */
  readonly build: string;
  /** The release that it rolls back to. */
  readonly back: string;
}

/** Publishes and rolls back a remote until it is stopped. */
interface Mover {
  /** The revisions that it knows it has created. */
  readonly revisions: readonly number[];
  /** Resolves with its output if it ends by itself, which is a failure. */
  readonly failed: Promise<string>;
  stop(): Promise<void>;
}

/** Starts a process that moves a remote as fast as possible. `stop` kills it in the middle of a move. */
export function startRestlessTeam({ releases, name, build, back }: MovedRemote): Mover {
  const child = fork(path.join(ROOT, 'e2e/src/storm/restless-team.ts'), [releases, name, build, back], {
    cwd: ROOT,
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const revisions: number[] = [];
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  child.on('message', (message) => revisions.push(v.parse(messageSchema, message).revision));
  const failed = new Promise<string>((resolve) => child.once('close', () => resolve(errors || 'it ended without output')));
  return {
    revisions,
    failed,
    async stop() {
      child.kill('SIGKILL');
      await failed;
    },
  };
}

const printedSchema = v.object({ entry: v.nullable(messageSchema) });

/** The command refuses a move if someone else moved the remote in the meantime. The mover then continues. */
const outdatedSchema = v.object({
  stdout: v.pipe(v.string(), v.parseJson(), v.object({ error: v.object({ code: v.literal('revision-mismatch') }) })),
});

/** Moves with the `atrium` command, in a new process for each move. */
export function startCommands({ releases, name, build, back }: MovedRemote): Mover {
  const atrium = path.join(ROOT, 'page-kit/bin/atrium.mjs');
  const revisions: number[] = [];
  let goesOn = true;
  async function run(...args: readonly string[]): Promise<void> {
    try {
      const { stdout } = await execute(process.execPath, [atrium, ...args, '--store', releases, '--json', '--who', 'a team', '--why', 'a storm']);
      const { entry } = v.parse(v.pipe(v.string(), v.parseJson(), printedSchema), stdout);
      if (entry) revisions.push(entry.revision);
    } catch (error) {
      if (!v.is(outdatedSchema, error)) throw error;
    }
  }
  async function work(): Promise<void> {
    while (goesOn) {
      await run('publish', '--dir', build);
      await run('rollback', name, '--to', back);
    }
  }
  const done = work().then(() => 'it ended by itself', String);
  return {
    revisions,
    failed: done,
    async stop() {
      goesOn = false;
      await done;
    },
  };
}
