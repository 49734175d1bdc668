import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Claims } from '../database/database.ts';
import type { ApiKeys } from '../keys/api-keys.ts';
import type { TokenVerifier } from '../keys/token-verifier.ts';

/** What a request may do before it has shown whom it speaks for. */
export type KeyRole = 'anon' | 'service_role';

declare module 'fastify' {
  interface FastifyRequest {
    /** The role of the API key that came with the request; null until the gateway has looked. */
    keyRole: KeyRole | null;
  }
  interface FastifyContextConfig {
    /** The route answers without an API key, because browsers follow links to it. */
    withoutKey?: boolean;
  }
}

/** The role that a key stands for, or undefined for a key of somebody else. */
export function roleOfKey(keys: ApiKeys, key: string): KeyRole | undefined {
  if (key === keys.publishable || key === keys.anon) return 'anon';
  if (key === keys.secret || key === keys.serviceRole) return 'service_role';
  return undefined;
}

/** The token of an `Authorization: Bearer` header (RFC 6750). */
export function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

/** Whether a request comes with a key for servers, in either of the two places. */
function showsServiceKey(request: FastifyRequest, key: string | undefined, keys: ApiKeys): boolean {
  return [key, bearerToken(request)].some((shown) => shown !== undefined && roleOfKey(keys, shown) === 'service_role');
}

/** Browsers name the origin of a page that asks another one (https://fetch.spec.whatwg.org/#origin-header). */
function isFromBrowser({ headers }: FastifyRequest): boolean {
  return headers.origin !== undefined || /^Mozilla\/5\.0/.test(headers['user-agent'] ?? '');
}

function presentedKey(request: FastifyRequest): string | undefined {
  const header = request.headers['apikey'];
  if (typeof header === 'string' && header !== '') return header;
  return new URL(request.url, 'http://localhost').searchParams.get('apikey') ?? undefined;
}

/** Demands an API key for every route of this scope, as the gateway of a hosted project does. */
export function registerGateway(server: FastifyInstance, keys: ApiKeys): void {
  server.decorateRequest('keyRole', null);
  server.addHook('onRequest', async (request, reply) => {
    const key = presentedKey(request);
    const role = key === undefined ? undefined : roleOfKey(keys, key);
    request.keyRole = role ?? null;
    if (showsServiceKey(request, key, keys) && isFromBrowser(request)) {
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

/** Who is asking: the person of the token, or nobody in particular with the key's role. @throws TokenError */
export async function callerClaims(request: FastifyRequest, keys: ApiKeys, verifier: TokenVerifier): Promise<Claims> {
  const token = bearerToken(request);
  if (token === undefined) return { role: request.keyRole ?? 'anon' };
  const role = roleOfKey(keys, token);
  return role ? { role } : verifier.verify(token);
}
