import type { TokenClaims, VerifyToken } from '@atrium/page-kit/contract/auth';
import { AuthClient, type GoTrueClient } from '@supabase/supabase-js';
import * as v from 'valibot';
import { text as siteText } from '../messages.ts';
import { tokenComplaints } from '../token/token-complaints.ts';
import { TokenRefusal } from '../token/token-error.ts';
import { limitedFetch } from './limited-fetch.ts';
import { claimsIn, readToken } from './token-parts.ts';

const text = v.string();
const claimsSchema = v.object({ sub: text, exp: v.number(), iss: text, role: text, session_id: text, aal: text });

/** What access tokens of signed-in people are made for (supabase/auth, `GOTRUE_JWT_AUD`). */
const AUDIENCE = 'authenticated';

const failureSchema = v.object({
  name: v.fallback(text, ''),
  message: v.fallback(text, ''),
  status: v.fallback(v.number(), 0),
});

/**
 * Reads what `getClaims` returns or throws: its own complaints are errors of a class, or plain ones ("Invalid alg
 * claim"); WebCrypto throws where the key does not belong to the token's algorithm.
 */
function refusalOf(cause: unknown): TokenRefusal {
  const { name, message, status } = v.parse(failureSchema, typeof cause === 'object' && cause !== null ? cause : {});
  if (message === tokenComplaints.algorithm) return new TokenRefusal('algorithm', message, cause);
  if (message === tokenComplaints.signature || cause instanceof DOMException || name === 'DataError') {
    return new TokenRefusal('signature', tokenComplaints.signature, cause);
  }
  if (name === 'AuthSessionMissingError' || status === 401 || status === 403) {
    return new TokenRefusal('refused-by-service', tokenComplaints.refused, cause);
  }
  return new TokenRefusal('unverifiable', siteText('token.unverifiable'), cause);
}

async function verifiedClaims(auth: GoTrueClient, token: string): Promise<Record<string, unknown>> {
  try {
    // Expiry was looked at before: here, a token without one would pass together with the expired.
    const { data, error } = await auth.getClaims(token, { allowExpired: true });
    if (error !== null) throw error;
    return claimsIn(data?.claims);
  } catch (cause) {
    throw refusalOf(cause);
  }
}

/** One or several (RFC 7519, section 4.1.3). */
function isAudience(aud: unknown): aud is string | string[] {
  return typeof aud === 'string' || (Array.isArray(aud) && aud.every((one) => typeof one === 'string'));
}

function assertMeantForUs(claims: Record<string, unknown>, issuer: string): TokenClaims {
  const { iss, aud } = claims;
  if (iss !== issuer) throw new TokenRefusal('issuer', tokenComplaints.issuer);
  if (!isAudience(aud) || ![aud].flat().includes(AUDIENCE)) {
    throw new TokenRefusal('audience', tokenComplaints.audience);
  }
  const parsed = v.safeParse(claimsSchema, claims);
  if (!parsed.success) throw new TokenRefusal('malformed', tokenComplaints.malformed, new v.ValiError(parsed.issues));
  return { ...claims, ...parsed.output, aud };
}

/**
 * Makes `verifyToken` (see the page contract). It asks with a client of its own: the sign-in's would end the person's
 * session when the service does not know the session of somebody else's token.
 */
export function createTokenCheck(supabaseUrl: string, supabaseKey: string): VerifyToken {
  const issuer = new URL('auth/v1', supabaseUrl.replace(/\/*$/, '/')).href;
  let auth: GoTrueClient | null = null;
  return async (token, options) => {
    const { exp } = readToken(token);
    if (options?.allowExpired !== true && exp <= Math.floor(Date.now() / 1000)) {
      throw new TokenRefusal('expired', tokenComplaints.expired);
    }
    // Kept for the life of the tab: it holds the key set for ten minutes (specification 9.7).
    auth ??= new AuthClient({
      url: issuer,
      headers: { apikey: supabaseKey },
      storageKey: 'atrium-token-check',
      persistSession: false,
      autoRefreshToken: false,
      detectSessionInUrl: false,
      fetch: limitedFetch,
    });
    return assertMeantForUs(await verifiedClaims(auth, token), issuer);
  };
}
