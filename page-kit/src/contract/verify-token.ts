/** Why a token is not valid. */
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
 * The token is not valid, or could not be checked (`unverifiable`: the service does not respond). `message` is from
 * the specification (section 5): "Missing exp claim", "JWT has expired", "Invalid alg claim", "Invalid JWT signature".
 */
export interface TokenError extends Error {
  readonly name: 'TokenError';
  readonly fault: TokenFault;
  readonly cause: unknown;
}

/** Claims of a verified access token (RFC 7519, and Supabase's own). */
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
 * Checks an access token: format, expiry, algorithm, signature, issuer and audience. The service checks tokens that the
 * browser cannot verify (HS256, unknown key, no WebCrypto). Rejects with a {@link TokenError}.
 */
export type VerifyToken = (
  token: string,
  options?: { readonly allowExpired?: boolean },
) => Promise<TokenClaims>;
