import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { RoleError, requireAssumable } from '../database/assumable-role.ts';
import type { Cluster } from '../database/cluster.ts';
import { callerClaims } from '../http/caller-claims.ts';
import { refusedRequest } from '../http/refused-request.ts';
import { reportFailure } from '../http/report-failure.ts';
import type { ApiKeys } from '../keys/api-keys.ts';
import { TokenError } from '../keys/token-verifier.ts';
import type { TokenVerifier } from '../keys/token-verifier.ts';

/** What `/rest/v1` needs. */
export interface RestServices {
  cluster: Cluster;
  keys: ApiKeys;
  verifier: TokenVerifier;
}

/** A generous limit for rows sent at once, in bytes. */
const bodyLimit = 20 * 1024 * 1024;

/** Headers of one connection, which mean nothing to the next reader. */
const hopByHop = new Set(['connection', 'content-length', 'host', 'keep-alive', 'transfer-encoding', 'upgrade', 'expect']);

/** Registers `/rest/v1`: table queries and functions, decided by row-level security. */
export function registerRest(server: FastifyInstance, { cluster, keys, verifier }: RestServices): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => {
    done(null, body);
  });
  server.setErrorHandler(async (error, _request, reply) => {
    if (error instanceof TokenError) {
      const expired = error.flaw === 'expired';
      const message = expired ? 'JWT expired' : error.flaw === 'signature' ? 'No suitable key or wrong key type' : error.message;
      await reply
        .code(401)
        .header('www-authenticate', `Bearer error="invalid_token", error_description="${message}"`)
        .send({ code: expired ? 'PGRST303' : 'PGRST301', details: null, hint: null, message });
      return;
    }
    if (error instanceof RoleError) {
      await reply.code(403).send({ code: error.code, details: null, hint: null, message: error.message });
      return;
    }
    const refused = v.safeParse(refusedRequest, error);
    if (!refused.success) reportFailure(error);
    const { statusCode, message } = refused.success ? refused.output : { statusCode: 500, message: 'Unexpected failure, see the output of local-supabase' };
    await reply.code(statusCode).send({ code: 'PGRST000', details: null, hint: null, message });
  });

  server.setNotFoundHandler(async (_request, reply) => {
    await reply.code(404).send({ code: 'PGRST125', details: null, hint: null, message: 'Invalid path specified in request URL' });
  });

  server.all('/*', async (request, reply) => {
    const claims = await callerClaims(request, keys, verifier);
    await requireAssumable(cluster.database, claims.role);
    // Decoded leniently, broken characters would be stored as others.
    if (Buffer.isBuffer(request.body) && !isUtf8(request.body)) {
      return reply.code(400).send({ code: 'PGRST102', details: null, hint: null, message: 'Empty or invalid json' });
    }
    const answer = await cluster.database.exclusive(() => cluster.answer(toWebRequest(request), claims));
    reply.code(answer.status);
    answer.headers.forEach((value, name) => {
      if (!hopByHop.has(name) && !name.startsWith('access-control-')) reply.header(name, value);
    });
    return reply.send(answer.body === null ? undefined : Buffer.from(await answer.arrayBuffer()));
  });
}

function toWebRequest(request: FastifyRequest): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || hopByHop.has(name)) continue;
    headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  const body = Buffer.isBuffer(request.body) && request.body.length > 0 ? { body: new Uint8Array(request.body) } : {};
  return new Request(new URL(request.url, 'http://localhost'), { method: request.method, headers, ...body });
}
