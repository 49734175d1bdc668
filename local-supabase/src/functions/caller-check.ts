import { decodeProtectedHeader } from 'jose';
import { TokenError } from '../keys/token-verifier.ts';
import type { TokenVerifier } from '../keys/token-verifier.ts';
import { GatewayError } from './gateway-failure.ts';

/**
 * Lets only calls with a token pass, for functions with `verify_jwt`. As on a hosted project, only tokens that are signed with
 * the legacy secret (HS256) are known here: the keys `anon` and `service_role` are such, sessions (ES256) and the keys
 * `sb_…` are not. A function that is called by signed-in people sets `verify_jwt = false` and verifies their tokens itself
 * (supabase.com/docs/guides/functions/auth).
 *
 * @throws GatewayError
 */
export async function requireLegacyToken(authorization: string | undefined, verifier: TokenVerifier): Promise<void> {
  if (authorization === undefined || authorization === '') throw new GatewayError('UNAUTHORIZED_NO_AUTH_HEADER');
  const token = /^Bearer (\S+)$/i.exec(authorization)?.[1] ?? '';
  const algorithm = algorithmOf(token);
  if (algorithm !== 'HS256') throw new GatewayError('UNAUTHORIZED_UNSUPPORTED_TOKEN_ALGORITHM', { detail: `: ${algorithm}` });
  try {
    await verifier.verify(token);
  } catch (cause) {
    if (cause instanceof TokenError) throw new GatewayError('UNAUTHORIZED_LEGACY_JWT', { cause });
    throw cause;
  }
}

function algorithmOf(token: string): string {
  try {
    const { alg } = decodeProtectedHeader(token);
    if (alg !== undefined) return alg;
  } catch (cause) {
    throw new GatewayError('UNAUTHORIZED_INVALID_JWT_FORMAT', { cause });
  }
  throw new GatewayError('UNAUTHORIZED_INVALID_JWT_FORMAT');
}
