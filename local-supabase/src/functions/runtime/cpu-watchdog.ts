import { workerData } from 'node:worker_threads';
import * as v from 'valibot';
import { killSelf } from './enforce-limits.ts';
import { watchSchema } from './messages.ts';

const { beats, cpuLimit } = v.parse(watchSchema, workerData);
const counter = new Int32Array(beats);

function usedByProcess(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

let seen = -1;
let before = usedByProcess();
// CPU time, not wall-clock time: on a busy machine, a waiting function must not be killed.
setInterval(() => {
  const now = Atomics.load(counter, 0);
  if (now !== seen) {
    seen = now;
    before = usedByProcess();
  } else if (usedByProcess() - before > cpuLimit) killSelf('CPU time limit');
}, 50);
