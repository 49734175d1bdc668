import { createHmac } from 'node:crypto';

/**
 * The key with which a token signs previews, from the hash that is kept of the token's secret. Its team derives the same
 * from the token itself, so that nothing new is stored, and a token that is revoked ends its previews. Whoever can read
 * the store's list of teams can sign previews too, of releases that are stored anyway; a token cannot be made from it.
 *
 * @param hash SHA-256 of the secret, in base64
 */
export function previewKey(hash: string): Buffer {
  return createHmac('sha256', Buffer.from(hash, 'base64')).update('atrium preview').digest();
}
