import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import { base32 } from '../model/base32.ts';
import { TeamBookError } from '../model/store-errors.ts';
import { tokenRequestSchema, type TokenRequest } from './team-book.ts';

/** The id of a token, which is not secret. */
export const tokenIdSchema = v.pipe(v.string(), v.regex(/^[a-z2-7]{8}$/));

/** A new token: its id, the text for its team, and the hash to store. */
interface NewToken {
  readonly id: string;
  readonly text: string;
  readonly hash: string;
}

/**
 * Creates a token `atrium_<id>_<secret>`. The secret has 160 random bits, so one round of SHA-256 protects it: unlike a
 * password, it cannot be guessed.
 */
export function newToken(): NewToken {
  const id = base32(randomBytes(5));
  const secret = base32(randomBytes(20));
  return { id, text: `atrium_${id}_${secret}`, hash: hashOf(secret) };
}

/** A token for a checked request, with its times in ISO 8601. */
interface RequestedToken extends NewToken, TokenRequest {
  readonly created: string;
  readonly expires: string | null;
}

const MS_PER_DAY = 24 * 60 * 60 * 1000;

/** Creates the token of a request. @throws TeamBookError for an invalid request */
export function requestedToken(request: TokenRequest): RequestedToken {
  const parsed = v.safeParse(tokenRequestSchema, request);
  if (!parsed.success) throw new TeamBookError(`No token was created: ${parsed.issues[0].message}.`);
  const { expiresInDays } = parsed.output;
  const now = Date.now();
  const expires = expiresInDays === undefined ? null : new Date(now + expiresInDays * MS_PER_DAY).toISOString();
  return { ...parsed.output, ...newToken(), created: new Date(now).toISOString(), expires };
}

/** The error for a token of a new team without remotes. */
export function unknownTeam(team: string): TeamBookError {
  return new TeamBookError(`There is no team ${team} yet. Say which remotes it may release, or * for all.`);
}

/** Parses the text of a token; null if it is not one. */
export function parseToken(text: string): { readonly id: string; readonly secret: string } | null {
  const [, id, secret] = /^atrium_([a-z2-7]{8})_([a-z2-7]{32})$/.exec(text) ?? [];
  return id === undefined || secret === undefined ? null : { id, secret };
}

/** Whether a secret has this hash, compared in constant time. */
export function secretMatches(secret: string, hash: string): boolean {
  const [given, stored] = [Buffer.from(hashOf(secret)), Buffer.from(hash)];
  return given.length === stored.length && timingSafeEqual(given, stored);
}

/** The stored hash of a token's secret: its SHA-256 in base64. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64');
}
