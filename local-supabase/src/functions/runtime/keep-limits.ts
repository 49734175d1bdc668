import { writeSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';

/** How often this process shows that it is not stuck, in milliseconds. */
const HEARTBEAT_INTERVAL = 100;

/** Kills the process when it needs more than a hosted project would give it. */
export function keepLimits(memoryLimit: number, cpuLimit: number): void {
  const beats = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const counter = new Int32Array(beats);
  setInterval(() => {
    Atomics.add(counter, 0, 1);
    const { heapUsed, external } = process.memoryUsage();
    if (heapUsed + external > memoryLimit) killSelf('memory limit');
  }, HEARTBEAT_INTERVAL).unref();
  // A thread of its own sees even an endless loop.
  new Worker(path.join(__dirname, 'watch-processor.cjs'), { workerData: { beats, cpuLimit } }).unref();
}

/** Ends the process at once; that it is killed tells whoever started it why. */
export function killSelf(limit: string): void {
  // In a thread, `process.stderr` waits for the main one.
  writeSync(2, `${limit} reached\n`);
  process.kill(process.pid, 'SIGKILL');
}
