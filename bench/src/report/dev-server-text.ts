import type { Target } from '../benchmark.ts';
import { median } from './median.ts';
import { table } from './table.ts';

/** Milliseconds of one round. */
export interface DevServerTimes {
  /** From the start of the command until it says that the module is ready. */
  readonly ready: number;
  /** From the moment an edit is saved until the tab shows it. */
  readonly edited: number;
}

/** What each may take at most, in milliseconds. */
export const LIMITS: Readonly<Record<keyof DevServerTimes, number>> = { ready: 5_000, edited: 1_000 };

const LABELS: Readonly<Record<keyof DevServerTimes, string>> = { ready: 'atrium dev ready', edited: 'an edit shows' };

const KEYS = ['ready', 'edited'] as const;

/** The table of both times. */
export function devServerText(times: readonly DevServerTimes[]): string {
  const rows = KEYS.map((key) => {
    const of = times.map((round) => round[key]);
    return [LABELS[key], median(of).toFixed(0), `${Math.min(...of).toFixed(0)}–${Math.max(...of).toFixed(0)}`];
  });
  return table([['a page module outside this repository', 'ms', 'range'], ...rows]);
}

/** A target for each. */
export function devServerTargets(times: readonly DevServerTimes[]): Target[] {
  return KEYS.map((key) => ({ what: LABELS[key], measured: median(times.map((round) => round[key])), limit: LIMITS[key], unit: 'ms' }));
}
