import * as v from 'valibot';

/**
 * What a tab times about a release, in milliseconds. `load`: from the start of a visit to the module until its page was on screen.
 * `input`: the slowest interaction until the tab was first hidden, if it was on a page of the module (INP, https://web.dev/articles/inp).
 */
export const measureSchema = v.picklist(['load', 'input']);

/** See {@link measureSchema}. */
export type Measure = v.InferOutput<typeof measureSchema>;

/**
 * The upper bounds of the buckets in which visitors are counted, in milliseconds; the last bucket has none. They contain the limits
 * of https://web.dev/articles/vitals. Stores keep the number of a bucket, so other bounds give wrong times for two days.
 */
const BOUNDS = [25, 50, 75, 100, 150, 200, 300, 400, 500, 700, 1000, 1400, 2000, 2500, 3000, 4000, 6000, 8000, 12_000, 20_000];

const bucketSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(BOUNDS.length));

/** How many visitors were counted in a bucket of a measure. */
export const timingSchema = v.strictObject({
  measure: measureSchema,
  bucket: bucketSchema,
  visitors: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
});

/** See {@link timingSchema}. */
export type Timing = v.InferOutput<typeof timingSchema>;

/** The timing of one visitor, whom a measure took this many milliseconds. */
export function timingOf(measure: Measure, ms: number): Timing {
  const bucket = BOUNDS.findIndex((bound) => ms <= bound);
  return { measure, bucket: bucket === -1 ? BOUNDS.length : bucket, visitors: 1 };
}

/** Adds timings to others that `isSame` compares, besides their measure and bucket. */
export function withTimings<Row extends Timing>(rows: readonly Row[], added: readonly Row[], isSame: (one: Row, other: Row) => boolean = () => true): Row[] {
  return added.reduce<Row[]>((sums, row) => {
    const index = sums.findIndex((sum) => sum.measure === row.measure && sum.bucket === row.bucket && isSame(sum, row));
    const same = sums[index];
    return same ? sums.with(index, { ...same, visitors: same.visitors + row.visitors }) : [...sums, row];
  }, [...rows]);
}

/**
 * The milliseconds within which a measure took three quarters of its visitors, as for web vitals. Exact to the bucket; within it,
 * visitors count as evenly spread.
 *
 * @returns null without visitors
 */
export function threeQuartersWithin(timings: readonly Timing[], measure: Measure): number | null {
  const counted = timings.filter((timing) => timing.measure === measure).sort((a, b) => a.bucket - b.bucket);
  let missing = counted.reduce((sum, { visitors }) => sum + visitors, 0) * 0.75;
  for (const { bucket, visitors } of counted) {
    const from = BOUNDS[bucket - 1] ?? 0;
    if (visitors > 0 && visitors >= missing) return Math.round(from + ((BOUNDS[bucket] ?? from) - from) * (missing / visitors));
    missing -= visitors;
  }
  return null;
}
