import * as v from 'valibot';

/** A Go duration of one unit, as `config.toml` has them (`1s`, `5m`, `1h`); a number is seconds. Read as seconds. */
export const duration = v.union([
  v.pipe(v.number(), v.minValue(0)),
  v.pipe(
    v.string(),
    v.regex(/^\d+(\.\d+)?(ms|s|m|h)$/, 'must be a duration like "1s" or "5m"'),
    v.transform((text) => parseFloat(text) * (text.endsWith('ms') ? 0.001 : text.endsWith('s') ? 1 : text.endsWith('m') ? 60 : 3600)),
  ),
]);

/** A number of things, at least one. */
export const count = v.pipe(v.number(), v.integer(), v.minValue(1));

/** A rate limit: how many, or "off". */
export const limit = v.union([v.literal('off'), count]);

/** How many digits a code has. */
export const otpLength = v.pipe(count, v.minValue(6), v.maxValue(10));

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** The same object without the fields that are undefined. */
export function defined<T extends object>(fields: T): Defined<T> {
  const result: Defined<T> = {};
  for (const key of keysOf(fields)) {
    const value = fields[key];
    if (isDefined(value)) result[key] = value;
  }
  return result;
}

function keysOf<T extends object>(fields: T): (keyof T)[] {
  return Object.keys(fields).filter((key): key is Extract<keyof T, string> => key in fields);
}

function isDefined<T>(value: T): value is Exclude<T, undefined> {
  return value !== undefined;
}
