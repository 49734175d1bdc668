import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { EmbeddedBackend } from './site-services.ts';
import { StartError } from './start-error.ts';

/**
 * Runs new migrations for each line on standard input, one after the other, and prints what ran. Not when a file is saved: it may be half-written.
 *
 * @returns stops reading, so that this process can end
 */
export function migrateOnEnter(backend: EmbeddedBackend): () => void {
  // The system stops a background process that reads from the terminal, as with `npm start &`.
  if (process.stdin.isTTY && isInBackground()) return () => undefined;
  // Without terminal mode, Ctrl-C still sends the signal.
  const lines = createInterface({ input: process.stdin, terminal: false });
  // The terminal may disappear. The site continues without it.
  lines.on('error', () => undefined);
  let last: Promise<void> = Promise.resolve();
  lines.on('line', () => {
    last = last.then(() => printNewMigrations(backend));
  });
  if (process.stdin.isTTY) console.log('Press Enter to run new migrations.');
  return () => lines.close();
}

/** Whether another process group has the terminal. On Windows, none can. */
function isInBackground(): boolean {
  if (process.platform === 'linux') {
    // proc_pid_stat(5): the command in parentheses, the state, and then the parent, the group, the session, the terminal and its group.
    const [, , group, , , groupOfTerminal] = readFileSync('/proc/self/stat', 'utf8').replace(/^.*\) /s, '').split(' ');
    return group !== groupOfTerminal;
  }
  if (process.platform === 'win32') return false;
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(process.pid)], { encoding: 'utf8' });
  return typeof stdout === 'string' && !stdout.includes('+');
}

async function printNewMigrations({ migrate }: EmbeddedBackend): Promise<void> {
  try {
    const files = await migrate();
    for (const file of files) console.log(`Ran ${path.relative('', file)}.`);
    if (files.length === 0) console.log('There are no new migrations.');
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    console.error(error.message);
  }
}
