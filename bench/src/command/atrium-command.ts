import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../../tools/repository/repository.ts';

const execute = promisify(execFile);

const COMMAND = path.join(ROOT, 'page-kit/bin/atrium.mjs');

/** The `atrium` command did not do what it was asked for; what it said is in `message`. */
export class CommandFailedError extends Error {
  override readonly name = 'CommandFailedError';
}

/** Where the command finds the releases: the arguments that name the place, and the environment with the token. */
export interface StorePlace {
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/** Runs the `atrium` command as a process of its own, as a page team does. @throws {CommandFailedError} */
export async function atrium(args: readonly string[], place: StorePlace): Promise<void> {
  try {
    await execute(process.execPath, [COMMAND, ...args, ...place.args], { env: { ...process.env, ...place.env } });
  } catch (cause) {
    const said = cause instanceof Error && 'stderr' in cause ? String(cause.stderr).trim() : String(cause);
    throw new CommandFailedError(`atrium ${args.join(' ')} failed: ${said}`, { cause });
  }
}
