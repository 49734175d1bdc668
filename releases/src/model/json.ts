import * as v from 'valibot';

/** A parsed document, or one line that describes the problem. */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: string };

/** Parses JSON text with a schema. Never throws. The problem names the path of the value and never quotes content. */
export function parseDocument<T>(schema: v.GenericSchema<unknown, T>, text: string): Parsed<T> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { ok: false, problem: 'it is not JSON' };
  }
  const result = v.safeParse(schema, json);
  if (result.success) return { ok: true, value: result.output };
  const problems = result.issues.map((issue) => {
    const path = v.getDotPath(issue);
    return path === null ? issue.message : `${path}: ${issue.message}`;
  });
  return { ok: false, problem: problems.join('; ') };
}

/** Writes JSON with sorted keys, so that equal data gives equal text. */
export function canonicalJson(data: unknown): string {
  return JSON.stringify(data, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
