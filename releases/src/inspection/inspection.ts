import * as v from 'valibot';
import type { SealedRelease } from '../sealing/seal.ts';
import { forbiddenContents } from './forbidden-contents.ts';
import { unsafeHtml } from './unsafe-html.ts';
import { unconfinedStyles } from './unconfined-styles.ts';

/** The findings of a store that inspected a release's files. Stores keep them with the release, for the gate. */
export const inspectionSchema = v.strictObject({
  schema: v.literal(1),
  /** See forbiddenContents and unsafeHtml. */
  forbidden: v.array(v.string()),
  /** See unconfinedStyles. Older inspections have none. */
  styles: v.optional(v.array(v.string()), []),
});

/** See {@link inspectionSchema}. */
export type Inspection = v.InferOutput<typeof inspectionSchema>;

/** Inspects the files of a release. */
export function inspect({ manifest, files }: SealedRelease): Inspection {
  const prerendered = (manifest.kind === 'page-module' && manifest.prerendered) || {};
  return { schema: 1, forbidden: [...forbiddenContents(manifest.kind, files), ...unsafeHtml(prerendered, files)], styles: unconfinedStyles(manifest, files) };
}
