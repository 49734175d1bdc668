import * as v from 'valibot';

/** What a store found in a release's files when it got them: kept beside the release, for the gate. */
export const inspectionSchema = v.strictObject({
  schema: v.literal(1),
  /** See forbiddenContents. */
  forbidden: v.array(v.string()),
});

/** See {@link inspectionSchema}. */
export type Inspection = v.InferOutput<typeof inspectionSchema>;
