import type { AssuranceLevel } from '../../contract/auth-mfa.ts';

/** A row of a table: JSON by column. */
export type Row = Readonly<Record<string, unknown>>;

/** Somebody as policies see them: `auth.uid()` and `auth.jwt()`. */
export interface Caller {
  readonly id: string;
  readonly email: string;
  readonly permissions: readonly string[];
  /** Level of the session (`auth.jwt() ->> 'aal'`). */
  readonly assurance: AssuranceLevel;
  /** Whether the person has a second factor of which this session has given no code. */
  readonly owesCode: boolean;
}

let last = 0;

/** Now, as Postgres writes a `timestamptz` in JSON: to the microsecond, and never twice the same. */
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
