import type { Outcome, Target } from '../benchmark.ts';
import { median } from './median.ts';
import { table } from './table.ts';

/** A time that has a limit. */
export interface LimitedTime {
  /** What takes it, in words for the table. */
  readonly label: string;
  /** Milliseconds that it may take at most. */
  readonly limit: number;
}

/** What rounds of the same measurements came to: a table with medians and ranges, and a target for each. */
export function limitedTimes<Key extends string>(
  title: string,
  kinds: Readonly<Record<Key, LimitedTime>>,
  times: readonly Readonly<Record<Key, number>>[],
): Outcome {
  const rows: string[][] = [];
  const targets: Target[] = [];
  for (const key of Object.keys(kinds) as Key[]) {
    const of = times.map((round) => round[key]);
    const { label, limit } = kinds[key];
    rows.push([label, median(of).toFixed(0), `${Math.min(...of).toFixed(0)}–${Math.max(...of).toFixed(0)}`]);
    targets.push({ what: label, measured: median(of), limit, unit: 'ms' });
  }
  return { text: table([[title, 'ms', 'range'], ...rows]), targets, measured: { kinds, times } };
}
