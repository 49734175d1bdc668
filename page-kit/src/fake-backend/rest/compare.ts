const TIMESTAMP = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/;

/** Orders two values of a column as Postgres does; neither may be null. */
export function compare(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  if (typeof one === 'boolean' && typeof other === 'boolean') return Number(one) - Number(other);
  const [left, right] = [textOf(one), textOf(other)];
  if (left === right) return 0;
  if (TIMESTAMP.test(left) && TIMESTAMP.test(right)) return compareTimes(left, right);
  return left < right ? -1 : 1;
}

/** What a text of a query means where a value of this kind stands. */
export function operandFor(value: unknown, operand: string): unknown {
  if (typeof value === 'number') return Number(operand);
  return typeof value === 'boolean' ? operand === 'true' : operand;
}

/** A value as text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Dates of JavaScript end at the millisecond, those of Postgres at the microsecond. */
function compareTimes(left: string, right: string): number {
  const byMillisecond = Date.parse(left) - Date.parse(right);
  return byMillisecond === 0 ? micros(left) - micros(right) : byMillisecond;
}

function micros(time: string): number {
  return Number((/\.(\d+)/.exec(time)?.[1] ?? '').padEnd(6, '0').slice(3, 6));
}
