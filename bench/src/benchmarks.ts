import type { Benchmark } from './benchmark.ts';
import { devServer } from './benchmarks/dev-server.ts';
import { firstScreen } from './benchmarks/first-screen.ts';
import { longBoard } from './benchmarks/long-board.ts';
import { manyModules } from './benchmarks/many-modules.ts';
import { publish } from './benchmarks/publish.ts';
import { returningVisitor } from './benchmarks/returning-visitor.ts';
import { tutorial } from './benchmarks/tutorial.ts';

/** Every benchmark by the name that `npm run bench` knows it by, in the order in which they run. */
export const BENCHMARKS: ReadonlyMap<string, Benchmark> = new Map([
  ['first-screen', firstScreen],
  ['many-modules', manyModules],
  ['publish', publish],
  ['returning-visitor', returningVisitor],
  ['dev-server', devServer],
  ['long-board', longBoard],
  ['tutorial', tutorial],
]);
