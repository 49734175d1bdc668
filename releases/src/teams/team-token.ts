import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import { base32 } from '../model/base32.ts';

/** Names a token; it is no secret. */
export const tokenIdSchema = v.pipe(v.string(), v.regex(/^[a-z2-7]{8}$/));

/** A new token: its id, the text that its team gets, and the hash that is kept. */
export interface NewToken {
  readonly id: string;
  readonly text: string;
  readonly hash: string;
}

/**
 * Makes a token `atrium_<id>_<secret>`. The secret has 160 random bits, so one round of SHA-256 is enough to keep it:
 * there is nothing to guess, as there would be with a password.
 */
export function newToken(): NewToken {
  const id = base32(randomBytes(5));
  const secret = base32(randomBytes(20));
  return { id, text: `atrium_${id}_${secret}`, hash: hashOf(secret) };
}

/** The parts of a token's text; null for every other text. */
export function parseToken(text: string): { readonly id: string; readonly secret: string } | null {
  const [, id, secret] = /^atrium_([a-z2-7]{8})_([a-z2-7]{32})$/.exec(text) ?? [];
  return id === undefined || secret === undefined ? null : { id, secret };
}

/** Whether a secret has this hash; the time it takes says nothing about where they differ. */
export function secretMatches(secret: string, hash: string): boolean {
  const [given, kept] = [Buffer.from(hashOf(secret)), Buffer.from(hash)];
  return given.length === kept.length && timingSafeEqual(given, kept);
}

/** What is kept of a token's secret: its SHA-256, in base64. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64');
}
