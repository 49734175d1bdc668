import * as v from 'valibot';

const PART = String.raw`(?:[xX*]|0|[1-9]\d*)`;

const SUFFIX = String.raw`(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?`;

const PARTIAL = `${PART}(?:\\.${PART}(?:\\.${PART}${SUFFIX})?)?`;

const COMPARATOR = `(?:[~^]|[<>]=?|=)? ?${PARTIAL}`;

const COMPARATORS = `(?:${PARTIAL} - ${PARTIAL}|${COMPARATOR}(?: ${COMPARATOR})*)`;

/** A version range as npm writes it, for example `^1.0`. The schema checks the form only; the gate compares versions. */
export const versionRangeSchema = v.pipe(
  v.string(),
  v.maxLength(100, 'A version range has at most 100 characters'),
  v.regex(new RegExp(`^${COMPARATORS}(?: ?\\|\\| ?${COMPARATORS})*$`), 'Not a version range, such as ^1.0'),
);

/** One exact version (Semantic Versioning 2.0.0), for example `0.1.0`. */
export const versionSchema = v.pipe(
  v.string(),
  v.maxLength(100, 'A version has at most 100 characters'),
  v.regex(
    new RegExp(`^(?:0|[1-9]\\d*)(?:\\.(?:0|[1-9]\\d*)){2}${SUFFIX}$`),
    'Not an exact version, such as 0.1.0',
  ),
);
