import { writeSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';

/** How often this process reports that its event loop runs, in milliseconds. */
const HEARTBEAT_INTERVAL = 100;

/** Kills this process when it exceeds the limits of a hosted project. */
export function enforceLimits(memoryLimit: number, cpuLimit: number): void {
  const beats = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const counter = new Int32Array(beats);
  setInterval(() => {
    Atomics.add(counter, 0, 1);
    const { heapUsed, external } = process.memoryUsage();
    if (heapUsed + external > memoryLimit) killSelf('memory limit');
  }, HEARTBEAT_INTERVAL).unref();
  // A separate thread notices endless loops too.
  new Worker(path.join(__dirname, 'cpu-watchdog.cjs'), { workerData: { beats, cpuLimit } }).unref();
}

/** Kills this process. The signal tells the parent that a limit was reached. */
export function killSelf(limit: string): void {
  // In a worker, `process.stderr` waits for the main thread.
  writeSync(2, `${limit} reached\n`);
  process.kill(process.pid, 'SIGKILL');
}
