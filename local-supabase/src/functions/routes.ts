import type { FastifyInstance } from 'fastify';
import { decodeProtectedHeader } from 'jose';
import { reportFailure } from '../errors/report-failure.ts';
import { TokenError } from '../keys/token-verifier.ts';
import type { TokenVerifier } from '../keys/token-verifier.ts';
import { forwardCall } from './forward-call.ts';
import type { FunctionPool } from './function-pool.ts';
import type { FunctionLimits } from './function-process.ts';
import { GatewayError, sendGatewayError } from './gateway-error.ts';

/** The dependencies of `/functions/v1`. */
export interface FunctionServices {
  pool: FunctionPool;
  limits: FunctionLimits;
  verifier: TokenVerifier;
}

const ALLOWED_METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Registers `/functions/v1`. As on a hosted project, no API key is needed, and each function decides about CORS
 * itself.
 */
export function registerFunctions(server: FastifyInstance, { pool, limits, verifier }: FunctionServices): void {
  server.removeAllContentTypeParsers();
  // Bodies of any type and length are streamed to the function.
  server.addContentTypeParser('*', (_request, _payload, done) => {
    done(null);
  });
  server.setErrorHandler(async (error, _request, reply) => {
    // A response that has started can only be aborted.
    if (reply.raw.headersSent) reply.raw.destroy();
    else if (error instanceof GatewayError) await sendGatewayError(reply, error);
    else {
      reportFailure(error);
      await reply.code(500).send({ code: 'Internal Server Error', message: 'Request failed due to an internal server error' });
    }
  });
  server.setNotFoundHandler(() => {
    throw new GatewayError('NOT_FOUND');
  });
  server.all('/*', { config: { ownCors: true } }, async (request, reply) => {
    const [, name = ''] = /^\/functions\/v1\/([^/?]*)/.exec(request.raw.url ?? '') ?? [];
    const { verifyJwt } = await pool.find(name);
    if (!ALLOWED_METHODS.has(request.method)) throw new GatewayError('METHOD_NOT_ALLOWED');
    // CORS preflight requests have no token.
    if (verifyJwt && request.method !== 'OPTIONS') await requireLegacyToken(request.headers.authorization, verifier);
    await forwardCall(request, reply, await pool.processOf(name), limits.wallClockMilliseconds);
  });
}

/**
 * Checks the token of calls to functions with `verify_jwt`. As on a hosted project, only tokens that are signed with
 * the legacy secret (HS256) pass: the keys `anon` and `service_role` do, sessions (ES256) and the keys
 * `sb_…` do not. A function for signed-in users sets `verify_jwt = false` and verifies their tokens itself
 * (supabase.com/docs/guides/functions/auth).
 *
 * @throws GatewayError
 */
async function requireLegacyToken(authorization: string | undefined, verifier: TokenVerifier): Promise<void> {
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
