import { mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import path from 'node:path';

/** Linux keeps the files of this folder in memory. */
const MEMORY = '/dev/shm';

/** Bytes that must be free. A whole run needs less than a tenth of it. Containers often have only 64 MB here. */
const NEEDED = 4 * 1024 ** 3;

const PREFIX = 'atrium-tests-';

/**
 * Lets this process, and the processes that it starts from now on, keep temporary files in memory, where the system has
 * room for them. The stores of Atrium wait until a file is on disk; tests that kill processes do not need that, because
 * the files of a killed process survive in memory too. The folder is removed when this process ends.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.platform !== 'linux' || freeBytes() < NEEDED) return;
  for (const name of readdirSync(MEMORY)) {
    // A run that was killed could not remove its folder.
    if (name.startsWith(PREFIX) && !isRunning(Number(name.slice(PREFIX.length)))) rmSync(path.join(MEMORY, name), { recursive: true, force: true });
  }
  const folder = path.join(MEMORY, `${PREFIX}${process.pid}`);
  mkdirSync(folder, { recursive: true });
  process.env['TMPDIR'] = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}

function freeBytes(): number {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return Math.min(bavail * bsize, freemem());
  } catch {
    return 0;
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
