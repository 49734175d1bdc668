import type { Target } from '../benchmark.ts';
import { median } from './median.ts';
import { table } from './table.ts';

/** Milliseconds of one round. */
export interface PublishTimes {
  /** From the start of the command to the document of a new tab that names the release. */
  readonly published: number;
  /** The same for going back. */
  readonly rolledBack: number;
  /** The gate's answer about a page module that is not stored yet. */
  readonly gatePage: number;
  /** The gate's answer about a shell, for which it looks at every module. */
  readonly gateShell: number;
}

/** What each may take at most, in milliseconds. */
export const LIMITS: Readonly<Record<keyof PublishTimes, number>> = {
  published: 2_000,
  rolledBack: 1_000,
  gatePage: 2_000,
  gateShell: 2_000,
};

const LABELS: Readonly<Record<keyof PublishTimes, string>> = {
  published: 'publish to visible',
  rolledBack: 'rollback to visible',
  gatePage: 'gate for a page module',
  gateShell: 'gate for a shell',
};

const KEYS = ['published', 'rolledBack', 'gatePage', 'gateShell'] as const;

/** The table of all times, by the way to the store. */
export function publishText(times: ReadonlyMap<string, readonly PublishTimes[]>): string {
  const rows = [...times].flatMap(([way, rounds]) =>
    KEYS.map((key) => {
      const of = rounds.map((round) => round[key]);
      return [`${LABELS[key]} (${way})`, median(of).toFixed(0), `${Math.min(...of).toFixed(0)}–${Math.max(...of).toFixed(0)}`];
    }),
  );
  return table([['with 200 page modules registered', 'ms', 'range'], ...rows]);
}

/** The targets of each way to the store. */
export function publishTargets(times: ReadonlyMap<string, readonly PublishTimes[]>): Target[] {
  return [...times].flatMap(([way, rounds]) =>
    KEYS.map(
      (key): Target => ({
        what: `${LABELS[key]} (${way})`,
        measured: median(rounds.map((round) => round[key])),
        limit: LIMITS[key],
        unit: 'ms',
      }),
    ),
  );
}
