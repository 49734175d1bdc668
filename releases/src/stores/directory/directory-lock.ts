import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import { StoreLockedError } from '../../model/store-errors.ts';
import { hasErrorCode } from '../durable-files.ts';
import { takeNumberedLock } from '../numbered-lock.ts';

const holderSchema = v.strictObject({
  host: v.string(),
  pid: v.pipe(v.number(), v.integer()),
  /** See {@link processStart}. */
  start: v.nullable(v.string()),
  /** Unix time in milliseconds. */
  since: v.number(),
  released: v.boolean(),
});

type Holder = v.InferOutput<typeof holderSchema>;

/** How long to wait for the lock, in milliseconds. Work under the lock takes milliseconds, but many processes may wait. */
const MAX_WAIT = 30_000;

/** The pause between two attempts in milliseconds. It doubles from the first to the longest. */
const PAUSES = { first: 5, longest: 60 };

/**
 * A lock expires after this many milliseconds if its holder cannot be checked: on another host, or without a start time.
 * A lock with a date further in the future has expired too: it comes from a wrong clock, and waiting for it could block
 * every move for days.
 */
const LOCK_LIFETIME = 60_000;

/**
 * Runs work that only one process at a time may do in a folder. A holder may die at any time: a process on this host is
 * recognised by its pid and start time, and a holder on another host counts as dead after some time.
 *
 * @param work receives a check that throws if the lock expired and was lost; call it just before committing
 * @throws StoreLockedError if other processes hold the lock for too long
 */
export async function withDirectoryLock<T>(
  directory: string,
  work: (assertHeld: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const holder: Holder = {
    host: hostname(),
    pid: process.pid,
    start: await processStart(process.pid),
    since: Date.now(),
    released: false,
  };
  const lock = await takeNumberedLock(directory, holder, { schema: holderSchema, isAlive, onBlocked: waitForTurn() });
  try {
    return await work(async () => {
      if (!(await lock.isHeld())) throw new StoreLockedError('another process, which took over the lock');
    });
  } finally {
    await lock.release();
  }
}

/** Pauses between attempts to take the lock. */
function waitForTurn(): (other: Holder) => Promise<void> {
  const deadline = Date.now() + MAX_WAIT;
  let turn = 0;
  return async (other) => {
    if (Date.now() > deadline) throw new StoreLockedError(`process ${other.pid} on ${other.host}`);
    await pause(Math.min(PAUSES.longest, PAUSES.first * 2 ** turn) * (0.5 + Math.random()));
    turn += 1;
  };
}

async function isAlive(holder: Holder): Promise<boolean> {
  const expired = Math.abs(Date.now() - holder.since) > LOCK_LIFETIME;
  if (holder.host !== hostname()) return !expired;
  if (!processRuns(holder.pid)) return false;
  if (holder.start === null) return !expired;
  return (await processStart(holder.pid)) === holder.start;
}

/** The machine's boot id, cached because every check of a lock needs it. */
let bootId: string | undefined;

/**
 * Distinguishes a process from a later one with the same pid, by the machine's boot id and the process's start time. Null
 * on systems other than Linux.
 */
async function processStart(pid: number): Promise<string | null> {
  try {
    bootId ??= (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain anything. The start time is field 22, the 20th after the name (proc(5)).
    const start = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return start === undefined ? null : `${bootId} ${start}`;
  } catch {
    return null;
  }
}

/** Whether a process with this pid runs, under any user. */
function processRuns(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasErrorCode(error, 'EPERM');
  }
}
