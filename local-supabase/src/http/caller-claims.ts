import type { FastifyRequest } from 'fastify';
import type { ApiKeys } from '../keys/api-keys.ts';
import type { Claims } from '../keys/claims.ts';
import type { TokenVerifier } from '../keys/token-verifier.ts';
import { bearerToken, roleOfKey } from './gateway.ts';

/** Who is asking: the person of the token, or nobody in particular with the key's role. @throws TokenError */
export async function callerClaims(request: FastifyRequest, keys: ApiKeys, verifier: TokenVerifier): Promise<Claims> {
  const token = bearerToken(request);
  if (token === undefined) return { role: request.keyRole ?? 'anon' };
  const role = roleOfKey(keys, token);
  return role ? { role } : verifier.verify(token);
}
