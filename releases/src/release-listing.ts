import * as v from 'valibot';
import { releaseIdSchema } from './release-id.ts';
import { listedPageSchema } from './release-set.ts';

/**
 * What is live now, as the site's server tells open tabs at `/__atrium/registry`: every page module, none with its
 * files.
 */
export const releaseListingSchema = v.strictObject({
  schema: v.literal(2),
  /** The registry's revision. */
  revision: v.number(),
  shell: releaseIdSchema,
  /** Null if no usable release of the auth remote is there. */
  auth: v.nullable(releaseIdSchema),
  pages: v.array(listedPageSchema),
});

/** See {@link releaseListingSchema}. */
export type ReleaseListing = v.InferOutput<typeof releaseListingSchema>;
