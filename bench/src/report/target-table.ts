import { isMissed, type Target } from '../benchmark.ts';
import { table } from './table.ts';

const DIGITS = { ms: 0, s: 1, bytes: 0, '×': 3 } as const;

/** The table of all targets, with what was measured beside each. */
export function targetTable(targets: ReadonlyMap<string, readonly Target[]>): string {
  const rows = [...targets].flatMap(([benchmark, of]) =>
    of.map((target) => {
      const { what, measured, limit, unit } = target;
      const digits = DIGITS[unit];
      const found = isMissed(target) ? 'MISSED' : limit === null ? '' : 'met';
      return [`${benchmark}: ${what}`, measured.toFixed(digits), limit === null ? '–' : limit.toFixed(digits), unit, found];
    }),
  );
  return table([['target', 'measured', 'at most', '', ''], ...rows]);
}
