/** Why a token was refused. */
export type TokenFault =
  | 'malformed'
  | 'no-expiry'
  | 'expired'
  | 'algorithm'
  | 'signature'
  | 'issuer'
  | 'audience'
  | 'refused-by-service'
  | 'unverifiable';

/**
 * A token that cannot be trusted, or could not be checked (`unverifiable`: no answer from the service). `message` is
 * the specification's (section 5): "Missing exp claim", "JWT has expired", "Invalid alg claim", "Invalid JWT signature".
 */
export interface TokenError extends Error {
  readonly name: 'TokenError';
  readonly fault: TokenFault;
  readonly cause: unknown;
}

/** Claims of a verified access token (RFC 7519, and what Supabase adds). */
export interface TokenClaims {
  readonly sub: string;
  readonly exp: number;
  readonly iss: string;
  readonly aud: string | readonly string[];
  readonly role: string;
  readonly session_id: string;
  readonly aal: string;
  readonly [claim: string]: unknown;
}

/**
 * Checks an access token: shape, expiry, algorithm, signature, issuer and audience. Tokens that cannot be verified in the
 * browser (HS256, unknown key, no WebCrypto) are checked by the service. Rejects with a {@link TokenError}.
 */
export type VerifyToken = (
  token: string,
  options?: { readonly allowExpired?: boolean },
) => Promise<TokenClaims>;
