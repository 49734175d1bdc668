import { mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import path from 'node:path';

/** Linux keeps the files of this folder in memory. */
const MEMORY = '/dev/shm';

/** Bytes that must be free, several times what a run needs. Containers often have only 64 MB here. */
const NEEDED = 4 * 1024 ** 3;

const PREFIX = 'atrium-tests-';

/**
 * Lets this process, and the processes that it starts from now on, keep temporary files in memory, where the system has
 * room for them. The stores of Atrium wait until a file is on disk; tests that kill processes do not need that, because
 * the files of a killed process survive in memory too. The folder is removed when this process ends.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.platform !== 'linux' || freeBytes() < NEEDED || !allowsPrograms()) return;
  for (const name of readdirSync(MEMORY)) {
    // A run that was killed could not remove its folder, and one of its processes may still be writing.
    if (name.startsWith(PREFIX) && !isRunning(Number(name.slice(PREFIX.length)))) rmSync(path.join(MEMORY, name), { recursive: true, force: true, maxRetries: 5 });
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

/** Whether programs in the folder can be run. Containers often forbid it, and some tests install packages. */
function allowsPrograms(): boolean {
  const mount = readFileSync('/proc/self/mounts', 'utf8').split('\n').find((line) => line.split(' ')[1] === MEMORY);
  return mount !== undefined && !mount.includes('noexec');
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
