import * as v from 'valibot';
import { authReleaseSchema, pageReleaseSchema, type AuthRelease, type PageRelease } from './release-set.ts';

/** Everything that it takes to load one release, as the site's server gives it at `/__atrium/remotes/:name/:release`. */
export const releaseDetailsSchema = v.union([pageReleaseSchema, authReleaseSchema]);

/** See {@link releaseDetailsSchema}. */
export type ReleaseDetails = PageRelease | AuthRelease;
