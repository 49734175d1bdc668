import { isMissed, type Target } from '../benchmark.ts';
import { table } from './table.ts';

const DIGITS = { ms: 0, bytes: 0, '×': 3 } as const;

/** The table of all targets, with what was measured beside each. */
export function targetTable(targets: ReadonlyMap<string, readonly Target[]>): string {
  const rows = [...targets].flatMap(([benchmark, of]) =>
    of.map((target) => {
      const { what, measured, limit, unit } = target;
      const digits = DIGITS[unit];
      return [`${benchmark}: ${what}`, measured.toFixed(digits), limit.toFixed(digits), unit, isMissed(target) ? 'MISSED' : 'met'];
    }),
  );
  return table([['target', 'measured', 'at most', '', ''], ...rows]);
}
