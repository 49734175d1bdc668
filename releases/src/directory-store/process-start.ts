import { readFile } from 'node:fs/promises';
import { hasErrorCode } from '../error-code.ts';

/** It does not change while this process runs, and is asked for at every look at a lock. */
let boot: string | undefined;

/**
 * A text that tells a process from a later one with the same pid: the machine's boot and the process's start.
 * Null where the system does not tell (it does on Linux).
 */
export async function processStart(pid: number): Promise<string | null> {
  try {
    boot ??= (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may hold anything; the start time is field 22, so the 20th after it (proc(5)).
    const start = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return start === undefined ? null : `${boot} ${start}`;
  } catch {
    return null;
  }
}

/** Whether a process with this pid runs, whoever owns it. */
export function processRuns(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasErrorCode(error, 'EPERM');
  }
}
