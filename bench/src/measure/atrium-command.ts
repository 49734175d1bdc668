import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../../tools/repository/repository.ts';

const COMMAND = path.join(ROOT, 'page-kit/bin/atrium.mjs');

/** A command of `atrium` failed. `message` contains its output. */
export class CommandFailedError extends Error {
  override readonly name = 'CommandFailedError';
}

/** Runs the command `atrium` in a separate process, as a page team does. @throws {CommandFailedError} */
export async function atrium(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
  try {
    await promisify(execFile)(process.execPath, [COMMAND, ...args], { env: { ...process.env, ...env } });
  } catch (cause) {
    const output = cause instanceof Error && 'stderr' in cause && 'stdout' in cause ? `${String(cause.stderr)}${String(cause.stdout)}`.trim() : String(cause);
    throw new CommandFailedError(`atrium ${args.join(' ')} failed: ${output}`, { cause });
  }
}
