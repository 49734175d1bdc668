import * as v from 'valibot';
import type { SealedRelease } from '../sealing/seal.ts';
import { forbiddenContents } from './forbidden-contents.ts';
import { unconfinedStyles } from './unconfined-styles.ts';

/** What a store found in a release's files when it got them: kept beside the release, for the gate. */
export const inspectionSchema = v.strictObject({
  schema: v.literal(1),
  /** See forbiddenContents. */
  forbidden: v.array(v.string()),
  /** See unconfinedStyles. Inspections from before it have none. */
  styles: v.optional(v.array(v.string()), []),
});

/** See {@link inspectionSchema}. */
export type Inspection = v.InferOutput<typeof inspectionSchema>;

/** Looks through the files of a release. */
export function inspect({ manifest, files }: SealedRelease): Inspection {
  return { schema: 1, forbidden: forbiddenContents(manifest.kind, files), styles: unconfinedStyles(manifest, files) };
}
