import * as v from 'valibot';

/** What became of reading a document: its value, or one line that says what is wrong with it. */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: string };

/** Parses JSON text with a schema. Never throws; the problem names the place and quotes none of the content. */
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

/** JSON with sorted keys, so that equal data gives equal text, whatever order it was put together in. */
export function canonicalJson(data: unknown): string {
  return JSON.stringify(data, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
