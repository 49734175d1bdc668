import type { Load } from '../measure/measure-load.ts';
import { median } from './median.ts';
import { table } from './table.ts';

/** The loads of visitors who came back to a site after one module was released anew. */
export interface Return {
  readonly module: string;
  readonly site: string;
  readonly loads: readonly Load[];
}

/** Median of the bytes that loads came to until the network was idle. */
export function bytesUntilIdle(loads: readonly Load[]): number {
  return median(loads.map((load) => load.bytesUntilIdle));
}

/** The table of all returns, and one of what came over the network in the last load of each. */
export function returnText(returns: readonly Return[]): string {
  const rows = returns.map(({ module, site, loads }) => [
    `${module}: ${site}`,
    bytesUntilIdle(loads).toFixed(0),
    String(median(loads.map(({ transfers }) => transfers.length))),
    median(loads.map(({ time }) => time)).toFixed(0),
  ]);
  const transfers = returns.flatMap(({ module, site, loads }) =>
    (loads.at(-1)?.transfers ?? []).map(({ path, bytes }) => [`${module}: ${site} ${path}`, bytes.toFixed(0)]),
  );
  return [
    table([['a return after a release of', 'bytes until idle', 'requests', 'ms to the form'], ...rows]),
    table([['what came', 'bytes'], ...transfers]),
  ].join('\n\n');
}
