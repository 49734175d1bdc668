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
  /** What is wrong with the token. */
  readonly fault: TokenFault;
  /** The failure behind it, such as that of the network. */
  readonly cause: unknown;
}

/** Claims of a verified access token (RFC 7519, and Supabase's own). */
export interface TokenClaims {
  /** Id of the user. */
  readonly sub: string;
  /** When the token expires, in seconds since 1970. */
  readonly exp: number;
  /** The auth service that issued it. */
  readonly iss: string;
  /** Audience (`aud`): `authenticated`. */
  readonly aud: string | readonly string[];
  /** The database role that its requests run as. */
  readonly role: string;
  /** Id of the session. */
  readonly session_id: string;
  /** The assurance level of the session, `aal1` or `aal2`. */
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
