import type { TokenClaims, VerifyToken } from '@atrium/page-kit/contract/auth';
import { AuthClient, type GoTrueClient } from '@supabase/supabase-js';
import * as v from 'valibot';
import { decodeText } from './claims.ts';
import type { Credentials } from './credentials.ts';
import { TokenRefusal } from './errors.ts';
import { text } from './messages.ts';

/** Messages of the errors of `verifyToken`. Not translated: for programs and logs. The first four are the specification's (section 5). */
const MESSAGES = {
  noExpiry: 'Missing exp claim',
  expired: 'JWT has expired',
  algorithm: 'Invalid alg claim',
  signature: 'Invalid JWT signature',
  malformed: 'Invalid JWT structure',
  issuer: 'Invalid iss claim',
  audience: 'Invalid aud claim',
  refused: 'The service does not accept this JWT',
} as const;

/** The audience of the access tokens of signed-in users (supabase/auth, `GOTRUE_JWT_AUD`). */
const AUDIENCE = 'authenticated';

const headerSchema = v.object({ alg: v.string() });
const claimsSchema = v.object({ sub: v.string(), exp: v.number(), iss: v.string(), role: v.string(), session_id: v.string(), aal: v.string() });
const failureSchema = v.object({
  name: v.fallback(v.string(), ''),
  message: v.fallback(v.string(), ''),
  status: v.fallback(v.number(), 0),
});

/**
 * Creates `verifyToken` (see the page contract). It has a client of its own: the sign-in's client would end the
 * session of this browser if the service did not know the session of the token.
 *
 * @param network for requests to the auth service
 */
export function createTokenCheck({ supabaseUrl, supabaseKey }: Credentials, network: typeof fetch): VerifyToken {
  const issuer = new URL(`${supabaseUrl}/auth/v1`).href;
  let auth: GoTrueClient | null = null;
  return async (token, options) => {
    const exp = readExpiry(token);
    if (options?.allowExpired !== true && exp <= Math.floor(Date.now() / 1000)) {
      throw new TokenRefusal('expired', MESSAGES.expired);
    }
    // One for the tab: it caches the key set for ten minutes (specification 9.7).
    auth ??= new AuthClient({
      url: issuer,
      headers: { apikey: supabaseKey },
      storageKey: 'atrium-token-check',
      persistSession: false,
      autoRefreshToken: false,
      detectSessionInUrl: false,
      fetch: network,
    });
    return readAtriumClaims(await verifiedClaims(auth, token), issuer);
  };
}

/**
 * Checks a token's shape and reads its expiry, without a request.
 *
 * @returns seconds since 1970
 * @throws {TokenRefusal} `malformed` if it is not a signed token of JSON parts, `no-expiry` without an expiry claim
 */
function readExpiry(token: string): number {
  const refuse = (cause: unknown) => new TokenRefusal('malformed', MESSAGES.malformed, cause);
  const parts = token.split('.');
  if (parts.length !== 3 || !parts.every((part) => /^[\w-]+$/.test(part))) throw refuse(null);
  let exp: unknown;
  try {
    v.parse(headerSchema, decode(parts[0]));
    exp = claimsIn(decode(parts[1]))['exp'];
  } catch (cause) {
    throw refuse(cause);
  }
  if (exp === undefined || exp === null || exp === 0) throw new TokenRefusal('no-expiry', MESSAGES.noExpiry);
  if (typeof exp !== 'number') throw refuse(null);
  return exp;
}

async function verifiedClaims(auth: GoTrueClient, token: string): Promise<Record<string, unknown>> {
  try {
    // The expiry was checked before: here, a token without one would pass as an expired one.
    const { data, error } = await auth.getClaims(token, { allowExpired: true });
    if (error !== null) throw error;
    return claimsIn(data?.claims);
  } catch (cause) {
    throw refusalOf(cause);
  }
}

/**
 * Reads what `getClaims` returns or throws. Its own errors have a class, or are plain ("Invalid alg claim"). WebCrypto
 * throws if the key does not fit the token's algorithm.
 */
function refusalOf(cause: unknown): TokenRefusal {
  const { name, message, status } = v.parse(failureSchema, typeof cause === 'object' && cause !== null ? cause : {});
  if (message === MESSAGES.algorithm) return new TokenRefusal('algorithm', message, cause);
  if (message === MESSAGES.signature || cause instanceof DOMException || name === 'DataError') {
    return new TokenRefusal('signature', MESSAGES.signature, cause);
  }
  if (name === 'AuthSessionMissingError' || status === 401 || status === 403) {
    return new TokenRefusal('refused-by-service', MESSAGES.refused, cause);
  }
  return new TokenRefusal('unverifiable', text('token.unverifiable'), cause);
}

/** Requires that this project issued the token, for signed-in users. */
function readAtriumClaims(claims: Record<string, unknown>, issuer: string): TokenClaims {
  const { iss, aud } = claims;
  if (iss !== issuer) throw new TokenRefusal('issuer', MESSAGES.issuer);
  if (!isAudience(aud) || ![aud].flat().includes(AUDIENCE)) {
    throw new TokenRefusal('audience', MESSAGES.audience);
  }
  const parsed = v.safeParse(claimsSchema, claims);
  if (!parsed.success) throw new TokenRefusal('malformed', MESSAGES.malformed, new v.ValiError(parsed.issues));
  return { ...claims, ...parsed.output, aud };
}

/** One or several (RFC 7519, section 4.1.3). */
function isAudience(aud: unknown): aud is string | string[] {
  return typeof aud === 'string' || (Array.isArray(aud) && aud.every((one) => typeof one === 'string'));
}

function decode(part?: string): unknown {
  return JSON.parse(decodeText(part));
}

function claimsIn(claims: unknown): Record<string, unknown> {
  if (typeof claims !== 'object' || claims === null || Array.isArray(claims)) throw new TypeError('Claims are an object');
  return Object.fromEntries(Object.entries(claims));
}
