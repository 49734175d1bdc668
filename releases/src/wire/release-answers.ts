import * as v from 'valibot';
import { named, releaseIdSchema } from '../model/identity.ts';
import { filesOfContainer, filesOfPage, listedFactsSchema, listedPageSchema } from './release-set.ts';

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

/** A release of the auth remote. */
export const authReleaseSchema = v.strictObject({ ...named, ...filesOfContainer });

/** A release of a page module, with its facts. */
export const pageReleaseSchema = v.strictObject({ ...named, ...filesOfPage, facts: listedFactsSchema });

/** See {@link authReleaseSchema}. */
export type AuthRelease = v.InferOutput<typeof authReleaseSchema>;

/** See {@link pageReleaseSchema}. */
export type PageRelease = v.InferOutput<typeof pageReleaseSchema>;

/** Everything that it takes to load one release, as the site's server gives it at `/__atrium/remotes/:name/:release`. */
export type ReleaseDetails = PageRelease | AuthRelease;

/**
 * Parses what the site's server says of a release.
 * @throws ValiError when it has another form.
 */
export function parseReleaseDetails(data: unknown): ReleaseDetails {
  // Only a page module has facts. A schema for both would cost every visitor bytes.
  const isPage = typeof data === 'object' && data !== null && 'facts' in data;
  return v.parse(isPage ? pageReleaseSchema : authReleaseSchema, data);
}
