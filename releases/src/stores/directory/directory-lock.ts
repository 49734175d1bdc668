import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import { parseDocument } from '../../model/json.ts';
import { StoreLockedError } from '../../model/store-errors.ts';
import { hasErrorCode, removeAbandonedEntries } from '../durable-files.ts';

const holderSchema = v.strictObject({
  host: v.string(),
  pid: v.pipe(v.number(), v.integer()),
  /** See {@link processStart}. */
  start: v.nullable(v.string()),
  /** Unix time in milliseconds. */
  since: v.number(),
  released: v.boolean(),
});

/** The names of temporary files of {@link writeHolder}. */
const UNFINISHED_LOCK = /\.new$/;

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
 * Runs work that only one process at a time may do in a folder. A holder may die at any time.
 *
 * Locks are files with increasing numbers; the highest counts. A lock is free if its file says released, or if its
 * holder is dead (by pid and start time on this host, by age on others). To take it, a process creates the next number,
 * which only one process can do. With a single lock file, a process that finds it stale could remove the new lock of
 * another process that was faster.
 *
 * @param work receives a check that throws if the lock expired and was lost; call it just before committing
 * @throws StoreLockedError if other processes hold the lock for too long
 */
export async function withDirectoryLock<T>(
  directory: string,
  work: (assertHeld: () => Promise<void>) => Promise<T>,
): Promise<T> {
  await mkdir(directory, { recursive: true });
  await removeAbandonedEntries(directory, UNFINISHED_LOCK);
  const holder: Holder = {
    host: hostname(),
    pid: process.pid,
    start: await processStart(process.pid),
    since: Date.now(),
    released: false,
  };
  const number = await take(directory, holder);
  try {
    return await work(async () => {
      if ((await highest(directory)) !== number) throw new StoreLockedError('another process, which took over the lock');
    });
  } finally {
    await free(directory, number, holder);
  }
}

async function take(directory: string, holder: Holder): Promise<number> {
  const temporary = await writeHolder(directory, holder);
  try {
    const deadline = Date.now() + MAX_WAIT;
    for (let turn = 0; ; turn += 1) {
      const top = await highest(directory);
      const other = top === 0 ? null : await blockingHolder(join(directory, String(top)));
      if (other === null) {
        if (await create(directory, temporary, top + 1)) return top + 1;
      } else if (Date.now() > deadline) {
        throw new StoreLockedError(`process ${other.pid} on ${other.host}`);
      } else {
        await pause(Math.min(PAUSES.longest, PAUSES.first * 2 ** turn) * (0.5 + Math.random()));
      }
    }
  } finally {
    await rm(temporary, { force: true });
  }
}

async function free(directory: string, number: number, holder: Holder): Promise<void> {
  const temporary = await writeHolder(directory, { ...holder, released: true });
  await rename(temporary, join(directory, String(number)));
}

/** Writes a temporary file. It needs no sync: after a power failure no holder runs, and a damaged lock is free. */
async function writeHolder(directory: string, holder: Holder): Promise<string> {
  const temporary = join(directory, `${randomUUID()}.new`);
  await writeFile(temporary, JSON.stringify(holder), { flag: 'wx' });
  return temporary;
}

async function create(directory: string, temporary: string, number: number): Promise<boolean> {
  const path = join(directory, String(number));
  try {
    // A link appears with its whole content, or fails because the number is taken.
    await link(temporary, path);
  } catch (error) {
    if (hasErrorCode(error, 'EEXIST')) return false;
    throw error;
  }
  const numbers = await lockNumbers(directory);
  if (numbers.some((other) => other > number)) {
    // The listing was outdated: other processes have passed this number and removed it.
    await rm(path, { force: true });
    return false;
  }
  for (const other of numbers) if (other < number) await rm(join(directory, String(other)), { force: true });
  return true;
}

async function lockNumbers(directory: string): Promise<number[]> {
  return (await readdir(directory)).filter((name) => /^[1-9]\d*$/.test(name)).map(Number);
}

async function highest(directory: string): Promise<number> {
  return Math.max(0, ...(await lockNumbers(directory)));
}

/** The live holder of a lock; null if the lock is free or gone. */
async function blockingHolder(path: string): Promise<Holder | null> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return null;
    throw error;
  }
  const parsed = parseDocument(holderSchema, text);
  // Locks appear atomically, so a damaged one has no holder.
  if (!parsed.ok || parsed.value.released) return null;
  return (await isAlive(parsed.value)) ? parsed.value : null;
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
