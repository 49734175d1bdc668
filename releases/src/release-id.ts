import * as v from 'valibot';

/**
 * A release's id: the first 80 bits of the SHA-256 of its output, in lowercase base32 (RFC 4648 §6, without padding).
 * It needs no escaping in an address, a file name or a JavaScript identifier.
 */
export const releaseIdSchema = v.pipe(
  v.string(),
  v.regex(/^[a-z2-7]{16}$/, 'A release id has 16 characters of a-z and 2-7'),
);
