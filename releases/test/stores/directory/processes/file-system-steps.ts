import { createRequire, syncBuiltinESMExports } from 'node:module';

type Call = (...args: unknown[]) => unknown;

/** The calls that change the disk. Any of them may be the last call of a killed process. */
const CHANGING = ['open', 'mkdir', 'rename', 'link', 'rm', 'utimes', 'writeFile'];

/** The same, on an open file. */
const CHANGING_FILE = ['writeFile', 'sync'];

/**
 * Counts this process's calls that change the disk, and kills it before a given one, like `kill -9`.
 *
 * @returns the number of calls until now
 */
export function countSteps(fatalStep: number): () => number {
  let steps = 0;
  const step = (): void => {
    steps += 1;
    if (steps >= fatalStep) process.kill(process.pid, 'SIGKILL');
  };
  const fs = createRequire(import.meta.url)('node:fs/promises') as Record<string, Call>;
  for (const name of CHANGING) counted(fs, name, step);
  const open = fs['open'] as (...args: unknown[]) => Promise<Record<string, Call>>;
  fs['open'] = async (...args) => {
    const file = await open(...args);
    for (const name of CHANGING_FILE) counted(file, name, step);
    return file;
  };
  syncBuiltinESMExports();
  return () => steps;
}

function counted(target: Record<string, Call>, name: string, step: () => void): void {
  const call = target[name];
  if (call === undefined) throw new Error(`There is no ${name} to count.`);
  target[name] = function (this: unknown, ...args) {
    step();
    return call.apply(this ?? target, args);
  };
}
