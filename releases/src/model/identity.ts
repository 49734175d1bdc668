import * as v from 'valibot';

/** The name of the shell, the auth remote or a page module. It appears in URLs, folders and global names. */
export const remoteNameSchema = v.pipe(
  v.string(),
  v.regex(/^[a-z][a-z0-9-]{0,39}$/, 'A name has 1 to 40 lowercase letters, digits and hyphens, and starts with a letter'),
);

/**
 * A release's id: the first 80 bits of the SHA-256 of its output, in lowercase base32 (RFC 4648 §6, without padding).
 * It needs no escaping in a URL, a file name or a JavaScript identifier.
 */
export const releaseIdSchema = v.pipe(
  v.string(),
  v.regex(/^[a-z2-7]{16}$/, 'A release id has 16 characters of a-z and 2-7'),
);

/** The two properties that identify a release in every message and document. */
export const identityEntries = {
  name: remoteNameSchema,
  release: releaseIdSchema,
};

/** The key of a release in maps. */
export function releaseKey(name: string, release: string): string {
  return `${name}/${release}`;
}
