import * as v from 'valibot';
import { identityEntries, releaseIdSchema } from '../model/identity.ts';
import { contributionsSchema } from './contributions.ts';
import { filesOfContainer, filesOfPage, listedManifestSchema, listedPageSchema } from './release-set.ts';

/**
 * The listing of what is live, which the server returns at `/__atrium/registry`: every page module, without its files.
 */
export const releaseListingSchema = v.strictObject({
  schema: v.literal(3),
  /** The registry's revision. */
  revision: v.number(),
  shell: releaseIdSchema,
  /** Null if the auth remote has no usable release. */
  auth: v.nullable(releaseIdSchema),
  pages: v.array(listedPageSchema),
});

/** See {@link releaseListingSchema}. */
export type ReleaseListing = v.InferOutput<typeof releaseListingSchema>;

const authReleaseSchema = v.strictObject({ ...identityEntries, ...filesOfContainer });

const pageReleaseSchema = v.strictObject({
  ...identityEntries,
  ...filesOfPage,
  manifest: listedManifestSchema,
  contributions: contributionsSchema,
  /** As in the release manifest. A tab does not use it. */
  slotProps: v.exactOptional(v.record(v.string(), v.string())),
});

/** A release of the auth remote. */
export type AuthRelease = v.InferOutput<typeof authReleaseSchema>;

/** A release of a page module, with its module manifest and its contributions. */
export type PageRelease = v.InferOutput<typeof pageReleaseSchema>;

/** The data to load one release, which the server returns at `/__atrium/remotes/:name/:release`. */
export type ReleaseDetails = PageRelease | AuthRelease;

/**
 * Parses the server's response with the details of a release.
 * @throws ValiError for an invalid response
 */
export function parseReleaseDetails(data: unknown): ReleaseDetails {
  // Only a page module has a module manifest. A union of both schemas would cost every visitor bytes.
  const isPage = typeof data === 'object' && data !== null && 'manifest' in data;
  return v.parse(isPage ? pageReleaseSchema : authReleaseSchema, data);
}
