import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Cluster } from '../database/cluster.ts';
import { bearerToken, roleOfKey } from '../http/gateway.ts';
import { reportFailure } from '../http/report-failure.ts';
import type { ApiKeys } from '../keys/api-keys.ts';
import type { Claims } from '../keys/claims.ts';
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

/** What Fastify refuses by itself, a body that is too large among it. */
const httpErrorSchema = v.object({ statusCode: v.pipe(v.number(), v.minValue(400), v.maxValue(499)), message: v.string() });

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
    const refused = v.safeParse(httpErrorSchema, error);
    if (!refused.success) reportFailure(error);
    const { statusCode, message } = refused.success ? refused.output : { statusCode: 500, message: 'Unexpected failure, see the output of local-supabase' };
    await reply.code(statusCode).send({ code: 'PGRST000', details: null, hint: null, message });
  });

  server.all('/*', async (request, reply) => {
    const claims = await claimsOf(request, keys, verifier);
    if (!(await mayBecome(cluster, claims.role))) {
      const message = `permission denied to set role "${claims.role}"`;
      return reply.code(403).send({ code: '42501', details: null, hint: null, message });
    }
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

/** Who is asking: the person of the token, or nobody in particular with the key's role. */
async function claimsOf(request: FastifyRequest, keys: ApiKeys, verifier: TokenVerifier): Promise<Claims> {
  const token = bearerToken(request);
  if (token === undefined) return { role: request.keyRole ?? 'anon' };
  const role = roleOfKey(keys, token);
  return role ? { role } : verifier.verify(token);
}

const everydayRoles = new Set(['anon', 'authenticated', 'service_role']);

/** PostgREST works as `authenticator`, which cannot become just anybody; this session's owner could. */
async function mayBecome({ database }: Cluster, role: string): Promise<boolean> {
  if (everydayRoles.has(role)) return true;
  const found = await database.first(
    v.object({ rolname: v.string() }),
    `select rolname from pg_roles where rolname = $1 and rolname <> 'authenticator' and pg_has_role('authenticator', oid, 'member')`,
    [role],
  );
  return found !== undefined;
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
