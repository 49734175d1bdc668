import * as v from 'valibot';

const part = String.raw`(?:[xX*]|0|[1-9]\d*)`;

const suffix = String.raw`(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?`;

const partial = `${part}(?:\\.${part}(?:\\.${part}${suffix})?)?`;

const comparator = `(?:[~^]|[<>]=?|=)? ?${partial}`;

const comparators = `(?:${partial} - ${partial}|${comparator}(?: ${comparator})*)`;

/** A version range as npm writes it, for example `^1.0`. Only its form is checked; the gate compares. */
export const versionRangeSchema = v.pipe(
  v.string(),
  v.maxLength(100, 'A version range has at most 100 characters'),
  v.regex(new RegExp(`^${comparators}(?: ?\\|\\| ?${comparators})*$`), 'Not a version range, such as ^1.0'),
);

/** One exact version (Semantic Versioning 2.0.0), for example `0.1.0`. */
export const versionSchema = v.pipe(
  v.string(),
  v.maxLength(100, 'A version has at most 100 characters'),
  v.regex(
    new RegExp(`^(?:0|[1-9]\\d*)(?:\\.(?:0|[1-9]\\d*)){2}${suffix}$`),
    'Not an exact version, such as 0.1.0',
  ),
);
