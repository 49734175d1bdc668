import * as v from 'valibot';

/** What a release is a release of (design §1). */
export const remoteKindSchema = v.picklist(['shell', 'auth-remote', 'page-module']);

/** See {@link remoteKindSchema}. */
export type RemoteKind = v.InferOutput<typeof remoteKindSchema>;
