import type { FastifyInstance } from 'fastify';
import { reportFailure } from '../http/report-failure.ts';
import type { TokenVerifier } from '../keys/token-verifier.ts';
import { requireLegacyToken } from './caller-check.ts';
import { forwardCall } from './forward-call.ts';
import type { FunctionLimits } from './function-limits.ts';
import type { FunctionPool } from './function-pool.ts';
import { GatewayError, sendGatewayError } from './gateway-failure.ts';

/** What `/functions/v1` needs. */
export interface FunctionServices {
  pool: FunctionPool;
  limits: FunctionLimits;
  verifier: TokenVerifier;
}

const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Registers `/functions/v1`. No API key is asked for, as on a hosted project; what pages of other origins may do is the
 * function's own business.
 */
export function registerFunctions(server: FastifyInstance, { pool, limits, verifier }: FunctionServices): void {
  server.removeAllContentTypeParsers();
  // Bodies of any type and length go to the function while they arrive.
  server.addContentTypeParser('*', (_request, _payload, done) => {
    done(null);
  });
  server.setErrorHandler(async (error, _request, reply) => {
    // An answer that has begun can only break off.
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
    if (!methods.has(request.method)) throw new GatewayError('METHOD_NOT_ALLOWED');
    // A browser sends no token when it asks whether it may.
    if (verifyJwt && request.method !== 'OPTIONS') await requireLegacyToken(request.headers.authorization, verifier);
    await forwardCall(request, reply, await pool.processOf(name), limits.wallClockMilliseconds);
  });
}
