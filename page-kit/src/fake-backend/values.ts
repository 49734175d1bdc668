import type { AssuranceLevel } from '../contract/auth-mfa.ts';

/** A row of a table: JSON by column. */
export type Row = Readonly<Record<string, unknown>>;

/** The user in policies: `auth.uid()` and `auth.jwt()`. */
export interface Caller {
  /** Id of the user. */
  readonly id: string;
  /** Email address of the user. */
  readonly email: string;
  /** The permissions in `app_metadata`. */
  readonly permissions: readonly string[];
  /** Level of the session (`auth.jwt() ->> 'aal'`). */
  readonly assurance: AssuranceLevel;
  /** Whether the user has a second factor whose code this session has not given. */
  readonly needsCode: boolean;
}

let last = 0;

/** The current time, as Postgres writes a `timestamptz` in JSON: in microseconds, and never the same twice. */
export function timestamp(): string {
  last = Math.max(Date.now() * 1000, last + 1);
  const micros = String(last % 1_000_000).padStart(6, '0');
  return `${new Date(Math.floor(last / 1_000_000) * 1000).toISOString().slice(0, 19)}.${micros}+00:00`;
}

/** The value of a column, or of a path into its JSON (`data->address->>city`). */
export function valueAt(row: Row, path: string): unknown {
  const [column = '', ...steps] = path.split(/->>?/);
  let value = row[column];
  for (const step of steps) value = typeof value === 'object' && value !== null ? new Map<string, unknown>(Object.entries(value)).get(step) : undefined;
  return path.includes('->>') && value !== undefined && value !== null && typeof value !== 'string' ? JSON.stringify(value) : (value ?? null);
}

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

/** Converts a text of a query to the type of a value. */
export function operandFor(value: unknown, operand: string): unknown {
  if (typeof value === 'number') return Number(operand);
  return typeof value === 'boolean' ? operand === 'true' : operand;
}

/** A value as text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** JavaScript's dates have milliseconds, those of Postgres microseconds. */
function compareTimes(left: string, right: string): number {
  const byMillisecond = Date.parse(left) - Date.parse(right);
  return byMillisecond === 0 ? micros(left) - micros(right) : byMillisecond;
}

function micros(time: string): number {
  return Number((/\.(\d+)/.exec(time)?.[1] ?? '').padEnd(6, '0').slice(3, 6));
}

/** Splits a list at its commas, except those within brackets, braces or quotes. */
export function splitList(list: string): string[] {
  const members: string[] = [];
  let [member, depth, quoted] = ['', 0, false];
  for (let at = 0; at < list.length; at += 1) {
    const letter = list.charAt(at);
    if (letter === '\\') {
      member += letter + list.charAt((at += 1));
      continue;
    }
    if (letter === '"') quoted = !quoted;
    if (!quoted && '({['.includes(letter)) depth += 1;
    if (!quoted && ')}]'.includes(letter)) depth -= 1;
    if (letter === ',' && depth === 0 && !quoted) {
      members.push(member);
      member = '';
    } else member += letter;
  }
  return list.trim() === '' ? [] : [...members, member].map((one) => one.trim());
}
