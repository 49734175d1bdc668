import * as v from 'valibot';

/** The name of the shell, the auth remote or a page module: part of addresses, folders and global names. */
export const remoteNameSchema = v.pipe(
  v.string(),
  v.regex(/^[a-z][a-z0-9-]{0,39}$/, 'A name has 1 to 40 lowercase letters, digits and hyphens, and starts with a letter'),
);

/** What a release is a release of (design §1). */
export const remoteKindSchema = v.picklist(['shell', 'auth-remote', 'page-module']);

/** See {@link remoteKindSchema}. */
export type RemoteKind = v.InferOutput<typeof remoteKindSchema>;

/**
 * A release's id: the first 80 bits of the SHA-256 of its output, in lowercase base32 (RFC 4648 §6, without padding).
 * It needs no escaping in an address, a file name or a JavaScript identifier.
 */
export const releaseIdSchema = v.pipe(
  v.string(),
  v.regex(/^[a-z2-7]{16}$/, 'A release id has 16 characters of a-z and 2-7'),
);

/** What every release is called by. */
export const named = {
  name: remoteNameSchema,
  release: releaseIdSchema,
};

/** The key of a release among others: its remote's name and its id. */
export function releaseKey(name: string, release: string): string {
  return `${name}/${release}`;
}
