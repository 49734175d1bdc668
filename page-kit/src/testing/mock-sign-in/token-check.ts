import * as v from 'valibot';
import type { SupabaseClient, TokenError, TokenFault, VerifyToken } from '../../contract/auth.ts';

/** What the mock's `verifyToken` rejects with; see the page contract. */
class MockTokenError extends Error implements TokenError {
  override readonly name = 'TokenError';
  override readonly cause: unknown;
  readonly fault: TokenFault;

  constructor(fault: TokenFault, message: string, cause: unknown = null) {
    super(message);
    this.fault = fault;
    this.cause = cause;
  }
}

const expirySchema = v.pipe(v.string(), v.parseJson(), v.object({ exp: v.optional(v.number()) }));
const claimsSchema = v.looseObject({
  sub: v.string(),
  exp: v.number(),
  iss: v.string(),
  aud: v.union([v.string(), v.array(v.string())]),
  role: v.string(),
  session_id: v.string(),
  aal: v.string(),
});

/** Makes `verifyToken` over the client's own check, with the published keys of the fake backend. */
export function createMockTokenCheck({ auth }: SupabaseClient, issuer: string): VerifyToken {
  return async (token, options) => {
    const exp = expiryOf(token);
    if (exp === undefined) throw new MockTokenError('no-expiry', 'Missing exp claim');
    if (options?.allowExpired !== true && exp <= Math.floor(Date.now() / 1000)) throw new MockTokenError('expired', 'JWT has expired');
    const claims = v.safeParse(claimsSchema, await verified(auth, token));
    if (!claims.success) throw new MockTokenError('malformed', 'Invalid JWT structure', new v.ValiError(claims.issues));
    if (claims.output.iss !== issuer) throw new MockTokenError('issuer', 'Invalid iss claim');
    if (![claims.output.aud].flat().includes('authenticated')) throw new MockTokenError('audience', 'Invalid aud claim');
    return claims.output;
  };
}

function expiryOf(token: string): number | undefined {
  const parts = token.split('.');
  try {
    if (parts.length !== 3) throw new TypeError('A token has three parts');
    return v.parse(expirySchema, atob((parts[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))).exp;
  } catch (cause) {
    throw new MockTokenError('malformed', 'Invalid JWT structure', cause);
  }
}

async function verified(auth: SupabaseClient['auth'], token: string): Promise<unknown> {
  try {
    const { data, error } = await auth.getClaims(token, { allowExpired: true });
    if (error !== null) throw error;
    return data?.claims;
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : '';
    if (message === 'Invalid alg claim') throw new MockTokenError('algorithm', message, cause);
    if (message === 'Invalid JWT signature') throw new MockTokenError('signature', message, cause);
    throw new MockTokenError('refused-by-service', 'The service does not accept this JWT', cause);
  }
}
