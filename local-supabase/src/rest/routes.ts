import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { requireAssumable, RoleError } from '../database/database.ts';
import type { Database } from '../database/database.ts';
import { reportFailure } from '../errors/report-failure.ts';
import { callerClaims } from '../http/gateway.ts';
import { refusedRequest } from '../http/refused-requests.ts';
import type { ApiKeys } from '../keys/api-keys.ts';
import { TokenError } from '../keys/token-verifier.ts';
import type { TokenVerifier } from '../keys/token-verifier.ts';
import { EXPOSED_SCHEMAS } from './exposed-connection.ts';
import type { Lite } from './lite-adapter.ts';
import { openApiOf } from './openapi.ts';

/** The dependencies of `/rest/v1`. */
export interface RestServices {
  database: Database;
  respond: Lite['respond'];
  keys: ApiKeys;
  verifier: TokenVerifier;
}

/** A generous limit of a request's body, in bytes. */
const BODY_LIMIT = 20 * 1024 * 1024;

/** Headers that apply to one connection only. */
const HOP_BY_HOP_HEADERS = new Set(['connection', 'content-length', 'host', 'keep-alive', 'transfer-encoding', 'upgrade', 'expect']);

/** Registers `/rest/v1`: table queries and functions, under row-level security. */
export function registerRest(server: FastifyInstance, { database, respond, keys, verifier }: RestServices): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, done) => {
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

  // The path without the slash is no endpoint.
  server.get('/', { prefixTrailingSlash: 'slash' }, async (request, reply) => {
    if (request.keyRole !== 'service_role') {
      return reply.code(403).send({ message: 'Access to schema is forbidden', hint: 'Accessing the schema via the Data API is only allowed using a secret API key.' });
    }
    const [fallback = ''] = EXPOSED_SCHEMAS;
    const schema = request.headers['accept-profile'] ?? fallback;
    if (typeof schema !== 'string' || !EXPOSED_SCHEMAS.includes(schema)) {
      const hint = `Only the following schemas are exposed: ${EXPOSED_SCHEMAS.join(', ')}`;
      return reply.code(406).send({ code: 'PGRST106', details: null, hint, message: `Invalid schema: ${String(schema)}` });
    }
    reply.header('content-type', 'application/openapi+json; charset=utf-8');
    return openApiOf(database, schema, `${request.protocol}://${request.host}`);
  });

  server.all('/*', async (request, reply) => {
    const claims = await callerClaims(request, keys, verifier);
    await requireAssumable(database, claims.role);
    // Lenient decoding would replace invalid characters and store them.
    if (Buffer.isBuffer(request.body) && !isUtf8(request.body)) {
      return reply.code(400).send({ code: 'PGRST102', details: null, hint: null, message: 'Empty or invalid json' });
    }
    const response = await database.exclusive(() => respond(toWebRequest(request), claims));
    reply.code(response.status);
    response.headers.forEach((value, name) => {
      if (!HOP_BY_HOP_HEADERS.has(name) && !name.startsWith('access-control-')) reply.header(name, value);
    });
    return reply.send(response.body === null ? undefined : Buffer.from(await response.arrayBuffer()));
  });
}

function toWebRequest(request: FastifyRequest): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || HOP_BY_HOP_HEADERS.has(name)) continue;
    headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  const body = Buffer.isBuffer(request.body) && request.body.length > 0 ? { body: new Uint8Array(request.body) } : {};
  return new Request(new URL(request.url, 'http://localhost'), { method: request.method, headers, ...body });
}
