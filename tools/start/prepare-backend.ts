import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../repository/repository.ts';
import { StartError } from './start-error.ts';

/**
 * Has the embedded backend make its template of an empty database, where there is none yet: several seconds that belong
 * to the build, not to the start.
 * @throws {StartError} with what the command said.
 */
export async function prepareBackend(): Promise<void> {
  try {
    // `--liftoff-only`: code that runs once is done sooner when V8 does not optimise it.
    await promisify(execFile)(process.execPath, ['--liftoff-only', path.join(ROOT, 'local-supabase/bin/local-supabase.mjs'), 'prepare']);
  } catch (cause) {
    throw new StartError(`The embedded backend could not be prepared: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
