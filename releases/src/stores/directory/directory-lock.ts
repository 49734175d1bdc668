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
  /** See processStart. */
  start: v.nullable(v.string()),
  /** Unix time in milliseconds. */
  since: v.number(),
  released: v.boolean(),
});

/** The names of locks that {@link writeBeside} wrote, and that are not in place yet. */
const notYetInPlace = /\.new$/;

type Holder = v.InferOutput<typeof holderSchema>;

/** How long to wait for others, in milliseconds. The work under the lock takes milliseconds, but many may want it. */
const patience = 30_000;

/** The first and the longest pause between two looks at a lock that is taken, in milliseconds; in between they double. */
const pauses = { first: 5, longest: 60 };

/**
 * After this many milliseconds a lock lapses if its holder cannot be checked: on another host, or without a start time.
 * A lock dated further in the future than this has lapsed too: it comes from a wrong clock, and waiting for that time
 * could block every move for days.
 */
const lapse = 60_000;

/**
 * Does work that one process at a time may do in a folder, and survives the death of a holder at any moment.
 *
 * Locks are files with rising numbers; the highest counts. A lock is free when its file says released, or when its
 * holder is dead (pid and start time on this host; age elsewhere). Taking it means to create the next number, which
 * only one process can do. A single lock file could not be taken over safely: between finding it stale and removing
 * it, somebody else may have taken it over, and the removal would hit a lock that is alive.
 *
 * @param work gets a check that throws if the lock was lost meanwhile (age only); call it just before committing
 * @throws StoreLockedError if others hold the lock too long
 */
export async function withDirectoryLock<T>(
  directory: string,
  work: (assertHeld: () => Promise<void>) => Promise<T>,
): Promise<T> {
  await mkdir(directory, { recursive: true });
  await removeAbandonedEntries(directory, notYetInPlace);
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
  const beside = await writeBeside(directory, holder);
  try {
    const deadline = Date.now() + patience;
    for (let turn = 0; ; turn += 1) {
      const top = await highest(directory);
      const other = top === 0 ? null : await blockingHolder(join(directory, String(top)));
      if (other === null) {
        if (await create(directory, beside, top + 1)) return top + 1;
      } else if (Date.now() > deadline) {
        throw new StoreLockedError(`process ${other.pid} on ${other.host}`);
      } else {
        await pause(Math.min(pauses.longest, pauses.first * 2 ** turn) * (0.5 + Math.random()));
      }
    }
  } finally {
    await rm(beside, { force: true });
  }
}

async function free(directory: string, number: number, holder: Holder): Promise<void> {
  const beside = await writeBeside(directory, { ...holder, released: true });
  await rename(beside, join(directory, String(number)));
}

/** Not forced to the disk: after a power cut no holder runs, and a lock that got lost or damaged is nobody's. */
async function writeBeside(directory: string, holder: Holder): Promise<string> {
  const beside = join(directory, `${randomUUID()}.new`);
  await writeFile(beside, JSON.stringify(holder), { flag: 'wx' });
  return beside;
}

async function create(directory: string, beside: string, number: number): Promise<boolean> {
  const path = join(directory, String(number));
  try {
    // A link appears with its whole content, or fails because the number is taken.
    await link(beside, path);
  } catch (error) {
    if (hasErrorCode(error, 'EEXIST')) return false;
    throw error;
  }
  const numbers = await lockNumbers(directory);
  if (numbers.some((other) => other > number)) {
    // This process looked too long ago: others went on past this number, and it was removed in the meantime.
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

/** The holder that keeps a lock from being taken; null if the lock is free or gone. */
async function blockingHolder(path: string): Promise<Holder | null> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return null;
    throw error;
  }
  const parsed = parseDocument(holderSchema, text);
  // Locks appear whole, so a damaged one is nobody's.
  if (!parsed.ok || parsed.value.released) return null;
  return (await isAlive(parsed.value)) ? parsed.value : null;
}

async function isAlive(holder: Holder): Promise<boolean> {
  const lapsed = Math.abs(Date.now() - holder.since) > lapse;
  if (holder.host !== hostname()) return !lapsed;
  if (!processRuns(holder.pid)) return false;
  if (holder.start === null) return !lapsed;
  return (await processStart(holder.pid)) === holder.start;
}

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
