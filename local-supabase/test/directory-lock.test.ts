import { EventEmitter, once } from 'node:events';
import fileSystem, { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';

/** Runs before and after each successful call of the file system by the lock. */
let beforeCall: () => Promise<void>;
let afterCall: (name: string) => Promise<void>;

/** The call that the file system refuses. */
let refused: string | null;

const watched = Object.entries(fileSystem).map(([name, call]): [string, unknown] => {
  if (typeof call !== 'function') return [name, call];
  return [name, async (...args: unknown[]): Promise<unknown> => {
    if (name === refused) throw Object.assign(new Error('EPERM: operation not permitted'), { code: 'EPERM', syscall: name });
    await beforeCall();
    const result: unknown = await Reflect.apply(call, fileSystem, args);
    await afterCall(name);
    return result;
  }];
});
jest.unstable_mockModule('node:fs/promises', (): unknown => Object.fromEntries(watched));
const { lockDirectory } = await import('../src/cluster/directory-lock.ts');

type Lock = Awaited<ReturnType<typeof lockDirectory>>;

let directory: string;
beforeEach(async () => {
  beforeCall = afterCall = () => Promise.resolve();
  refused = null;
  directory = await mkdtemp(path.join(tmpdir(), 'local-supabase-'));
});
afterEach(() => rm(directory, { recursive: true }));

/** Makes a data directory that a killed process has locked. */
async function directoryOfKilledProcess(): Promise<string> {
  const data = path.join(directory, 'running');
  const lock = await lockDirectory(data);
  await cp(data, path.join(directory, 'killed'), { recursive: true });
  await lock.release();
  return path.join(directory, 'killed');
}

/**
 * Lets two processes lock a directory. The second one starts before the given step of the first one. Once it has created a lock,
 * it pauses until the first one is done.
 */
async function lockTwice(data: string, step: number): Promise<PromiseSettledResult<Lock>[]> {
  const outcomes: PromiseSettledResult<Lock>[] = [];
  const attempt = async (): Promise<void> => {
    outcomes.push(...(await Promise.allSettled([lockDirectory(data)])));
  };
  const events = new EventEmitter();
  let running: 'first' | 'second' = 'first';
  let remaining = step;
  let second = Promise.resolve();
  beforeCall = async () => {
    if (running === 'second') return;
    remaining -= 1;
    if (remaining !== 0) return;
    running = 'second';
    second = attempt();
    await Promise.race([second, once(events, 'second paused')]);
    running = 'first';
  };
  afterCall = async (name) => {
    if (running === 'first' || name !== 'link') return;
    events.emit('second paused');
    await once(events, 'first done');
  };
  await attempt();
  beforeCall = () => Promise.resolve();
  events.emit('first done');
  await second;
  return outcomes;
}

test('one process takes over the lock of a killed one, even if another one does the same between any two of its steps', async () => {
  const killed = await directoryOfKilledProcess();
  for (let step = 1, attempts = 2; attempts === 2; step += 1) {
    const data = path.join(directory, String(step));
    await cp(killed, data, { recursive: true });
    const outcomes = await lockTwice(data, step);
    const held = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [String(outcome.reason)] : []));
    expect({ step, held: held.length }).toEqual({ step, held: 1 });
    for (const reason of reasons) expect(reason).toContain(`is in use by another local-supabase (process ${String(process.pid)}).`);
    await held[0]?.release();
    attempts = outcomes.length;
  }
});

test('names a file system without hard links', async () => {
  const data = path.join(directory, 'data');
  refused = 'link';
  await expect(lockDirectory(data)).rejects.toThrow(`Cannot lock the data directory ${data}: its file system has no hard links.`);
});
