import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Claims } from '../database/database.ts';
import type { ApiKeys } from '../keys/api-keys.ts';
import type { TokenVerifier } from '../keys/token-verifier.ts';

/** The role of an API key, which applies to requests without a user token. */
export type KeyRole = 'anon' | 'service_role';

declare module 'fastify' {
  interface FastifyRequest {
    /** The role of the request's API key, or null without a valid key. */
    keyRole: KeyRole | null;
  }
  interface FastifyContextConfig {
    /** The route needs no API key, because browsers follow links to it. */
    withoutKey?: boolean;
  }
}

/** The role of a key, or undefined if it is not a key of this project. */
export function roleOfKey(keys: ApiKeys, key: string): KeyRole | undefined {
  if (key === keys.publishable || key === keys.anon) return 'anon';
  if (key === keys.secret || key === keys.serviceRole) return 'service_role';
  return undefined;
}

/** The token of an `Authorization: Bearer` header (RFC 6750). */
export function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

/** Whether a request has a server key, as API key or as bearer token. */
function hasServiceKey(request: FastifyRequest, key: string | undefined, keys: ApiKeys): boolean {
  return [key, bearerToken(request)].some((shown) => shown !== undefined && roleOfKey(keys, shown) === 'service_role');
}

/** Browsers send the origin of the page with cross-origin requests (https://fetch.spec.whatwg.org/#origin-header). */
function isFromBrowser({ headers }: FastifyRequest): boolean {
  return headers.origin !== undefined || /^Mozilla\/5\.0/.test(headers['user-agent'] ?? '');
}

function keyOf(request: FastifyRequest): string | undefined {
  const header = request.headers['apikey'];
  if (typeof header === 'string' && header !== '') return header;
  return new URL(request.url, 'http://localhost').searchParams.get('apikey') ?? undefined;
}

/** Requires an API key for every route of this scope, like the gateway of a hosted project. */
export function registerGateway(server: FastifyInstance, keys: ApiKeys): void {
  server.decorateRequest('keyRole', null);
  server.addHook('onRequest', async (request, reply) => {
    const key = keyOf(request);
    const role = key === undefined ? undefined : roleOfKey(keys, key);
    request.keyRole = role ?? null;
    if (hasServiceKey(request, key, keys) && isFromBrowser(request)) {
      await refuse(reply, 'Forbidden use of secret API key in browser', 'Secret API keys can only be used in a protected environment.');
    } else if (request.routeOptions.config.withoutKey) {
      return;
    } else if (key === undefined) {
      await refuse(reply, 'No API key found in request', 'No `apikey` request header or url param was found.');
    } else if (role === undefined) {
      await refuse(reply, 'Invalid API key', 'Double check your Supabase `anon` or `service_role` API key.');
    }
  });
}

async function refuse(reply: FastifyReply, message: string, hint: string): Promise<void> {
  await reply.code(401).send({ message, hint });
}

/** The claims of a request: those of the user token, or just the role of the API key. @throws TokenError */
export async function callerClaims(request: FastifyRequest, keys: ApiKeys, verifier: TokenVerifier): Promise<Claims> {
  const token = bearerToken(request);
  if (token === undefined) return { role: request.keyRole ?? 'anon' };
  const role = roleOfKey(keys, token);
  return role ? { role } : verifier.verify(token);
}
