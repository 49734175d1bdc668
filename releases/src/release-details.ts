import * as v from 'valibot';
import { filesOfContainer, filesOfPage, listedFactsSchema, named } from './release-set.ts';

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
