import * as v from 'valibot';

/** The kind of a remote, and so of each of its releases. Apart from identity.ts, which is in the shell's first load. */
export const remoteKindSchema = v.picklist(['shell', 'auth-remote', 'page-module']);

/** See {@link remoteKindSchema}. */
export type RemoteKind = v.InferOutput<typeof remoteKindSchema>;
