import { median, rangeText, table } from './tables.ts';

/** A measurement, and the limit that it must not exceed. */
export interface Target {
  /** What was measured, as text for the table. */
  readonly what: string;
  readonly measured: number;
  /** Null for a value without a limit. */
  readonly limit: number | null;
  /** Milliseconds, seconds, bytes, a score of layout shifts (https://web.dev/articles/cls), or a multiple of the reference. */
  readonly unit: 'ms' | 's' | 'bytes' | 'CLS' | '×';
}

/** The result of a benchmark. */
export interface Outcome {
  /** Its tables. */
  readonly text: string;
  readonly targets: readonly Target[];
  /** All measurements, for the file of results. */
  readonly measured: Readonly<Record<string, unknown>>;
}

/** A benchmark. README.md says what each one measures and why. */
export interface Benchmark {
  /** Default number of runs of each variant. */
  readonly runs: number;
  /** @param report called with a line about each stage */
  measure(runs: number, report: (line: string) => void): Promise<Outcome>;
}

/** Whether a target is missed. A measurement that is not a number counts as missed. */
export function isMissed({ measured, limit }: Target): boolean {
  return limit === null ? Number.isNaN(measured) : !(measured <= limit);
}

const DIGITS = { ms: 0, s: 1, bytes: 0, CLS: 3, '×': 3 } as const;

/** A table of all targets with their measurements. */
export function targetTable(targets: ReadonlyMap<string, readonly Target[]>): string {
  const rows = [...targets].flatMap(([benchmark, own]) =>
    own.map((target) => {
      const { what, measured, limit, unit } = target;
      const digits = DIGITS[unit];
      const result = isMissed(target) ? 'MISSED' : limit === null ? '' : 'met';
      return [`${benchmark}: ${what}`, measured.toFixed(digits), limit === null ? '–' : limit.toFixed(digits), unit, result];
    }),
  );
  return table([['target', 'measured', 'at most', '', ''], ...rows]);
}

/** A time with a limit. */
interface LimitedTime {
  /** What takes the time, as text for the table. */
  readonly label: string;
  /** Maximum in milliseconds. */
  readonly limit: number;
}

/** The outcome of repeated time measurements: a table with medians and ranges, and a target for each time. */
export function limitedTimes<Key extends string>(
  title: string,
  kinds: Readonly<Record<Key, LimitedTime>>,
  times: readonly Readonly<Record<Key, number>>[],
): Outcome {
  const rows: string[][] = [];
  const targets: Target[] = [];
  for (const key of Object.keys(kinds) as Key[]) {
    const measured = times.map((round) => round[key]);
    const { label, limit } = kinds[key];
    rows.push([label, median(measured).toFixed(0), rangeText(measured)]);
    targets.push({ what: label, measured: median(measured), limit, unit: 'ms' });
  }
  return { text: table([[title, 'ms', 'range'], ...rows]), targets, measured: { kinds, times } };
}
