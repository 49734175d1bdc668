import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type * as v from 'valibot';
import { parseDocument } from '../model/json.ts';
import { hasErrorCode, readOrNull, removeAbandonedEntries } from './durable-files.ts';

/** The names of temporary files of {@link writeHolder}. */
const UNFINISHED_LOCK = /\.new$/;

/** What a lock file says about the process that holds the lock. */
interface Holder {
  readonly released: boolean;
}

/** How a kind of lock describes its holders, and what it does while another process holds the lock. */
export interface LockRules<H extends Holder> {
  /** The content of a lock file. */
  readonly schema: v.GenericSchema<unknown, H>;
  /** Whether the holder still has the lock. A dead holder's lock is free. */
  isAlive(holder: H): Promise<boolean>;
  /** Waits before the next attempt, or throws to give up. */
  onBlocked(holder: H): Promise<void>;
}

/** A lock that this process took. */
export interface HeldLock {
  /** Whether no other process has taken the lock over. */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
}

/**
 * Takes a lock that only one process at a time can hold, and that survives the death of its holder at any time.
 *
 * Locks are files with increasing numbers; the highest counts. A lock is free if its file says released, or if its
 * holder is dead. To take it, a process creates the next number, which only one process can do. With a single lock file,
 * a process that finds it stale could remove the new lock of another process that was faster.
 *
 * @param directory the folder of the lock's files, which is created if needed
 * @throws what {@link LockRules.onBlocked} throws, or the error of a system that cannot write there or has no hard links
 */
export async function takeNumberedLock<H extends Holder>(directory: string, holder: H, rules: LockRules<H>): Promise<HeldLock> {
  await mkdir(directory, { recursive: true });
  await removeAbandonedEntries(directory, UNFINISHED_LOCK);
  const content = JSON.stringify(holder);
  const number = await take(directory, content, rules);
  return {
    isHeld: async () => (await highest(directory)) === number,
    release: async () => {
      const path = join(directory, String(number));
      // After a takeover, or if the folder was removed, the number may be missing or belong to another process.
      if ((await readOrNull(path))?.toString() !== content) return;
      await rename(await writeHolder(directory, JSON.stringify({ ...holder, released: true })), path);
    },
  };
}

async function take<H extends Holder>(directory: string, content: string, rules: LockRules<H>): Promise<number> {
  const temporary = await writeHolder(directory, content);
  try {
    for (;;) {
      const top = await highest(directory);
      const other = top === 0 ? null : await blockingHolder(join(directory, String(top)), rules);
      if (other !== null) await rules.onBlocked(other);
      else if (await create(directory, temporary, top + 1)) return top + 1;
    }
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Writes a temporary file. It needs no sync: after a power failure no holder runs, and a damaged lock is free. */
async function writeHolder(directory: string, content: string): Promise<string> {
  const temporary = join(directory, `${randomUUID()}.new`);
  await writeFile(temporary, content, { flag: 'wx' });
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
async function blockingHolder<H extends Holder>(path: string, rules: LockRules<H>): Promise<H | null> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return null;
    throw error;
  }
  const parsed = parseDocument(rules.schema, text);
  // Locks appear atomically, so a damaged one has no holder.
  if (!parsed.ok || parsed.value.released) return null;
  return (await rules.isAlive(parsed.value)) ? parsed.value : null;
}
