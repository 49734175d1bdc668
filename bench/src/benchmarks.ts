import type { Benchmark } from './benchmark.ts';
import { firstScreen } from './benchmarks/first-screen.ts';

/** Every benchmark by the name that `npm run bench` knows it by, in the order in which they run. */
export const BENCHMARKS: ReadonlyMap<string, Benchmark> = new Map([['first-screen', firstScreen]]);
