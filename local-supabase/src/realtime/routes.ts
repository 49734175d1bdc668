import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { Claims } from '../database/database.ts';
import { reportFailure } from '../errors/report-failure.ts';
import { callerClaims } from '../http/gateway.ts';
import { refusedRequest } from '../http/refused-requests.ts';
import type { ApiKeys } from '../keys/api-keys.ts';
import { TokenError } from '../keys/token-verifier.ts';
import type { TokenVerifier } from '../keys/token-verifier.ts';
import { jsonObject, UserBroadcast } from './frames.ts';
import { writableExtensions } from './message-policies.ts';
import type { Realtime } from './realtime.ts';

/** The dependencies of realtime's HTTP routes. */
interface RealtimeRoutes {
  realtime: Realtime;
  keys: ApiKeys;
  verifier: TokenVerifier;
}

const batchSchema = v.object({
  messages: v.pipe(
    v.array(
      v.object({
        topic: v.pipe(v.string(), v.nonEmpty()),
        event: v.pipe(v.string(), v.nonEmpty()),
        payload: jsonObject,
        private: v.optional(v.boolean(), false),
      }),
    ),
    v.nonEmpty(),
  ),
});
const singleSchema = v.object({
  params: v.object({ topic: v.pipe(v.string(), v.nonEmpty()), event: v.pipe(v.string(), v.nonEmpty()) }),
  query: v.object({ private: v.optional(v.string()) }),
});

/** Registers the HTTP routes of `/realtime/v1`: one broadcast, or a batch. They respond with 202. */
export function registerRealtimeRoutes(server: FastifyInstance, { realtime, keys, verifier }: RealtimeRoutes): void {
  const { topics, database, limits } = realtime.services;
  const maySend = async (claims: Claims, topic: string): Promise<boolean> => (await writableExtensions(database, claims, topic, ['broadcast'])).has('broadcast');

  server.removeAllContentTypeParsers();
  server.addContentTypeParser(['application/json', 'application/octet-stream'], { parseAs: 'buffer', bodyLimit: limits.payloadBytes }, (_request, body, done) => {
    done(null, body);
  });
  server.setErrorHandler(async (error, _request, reply) => {
    if (error instanceof TokenError) {
      await reply.code(401).send({ message: 'Unauthorized' });
      return;
    }
    const refused = v.safeParse(refusedRequest, error);
    if (!refused.success) reportFailure(error);
    const { statusCode, message } = refused.success ? refused.output : { statusCode: 500, message: 'Unexpected failure, see the output of local-supabase' };
    await reply.code(statusCode).send({ message });
  });

  server.setNotFoundHandler(async (_request, reply) => {
    await reply.code(404).send({ message: 'Not Found' });
  });

  server.post('/api/broadcast', async (request, reply) => {
    const claims = await callerClaims(request, keys, verifier);
    const batch = v.safeParse(batchSchema, parseJson(request.body));
    if (!batch.success) return reply.code(422).send({ errors: v.flatten(batch.issues).nested ?? {} });
    const allowed = new Map<string, boolean>();
    for (const { topic, event, payload, private: isPrivate } of batch.output.messages) {
      if (isPrivate && !allowed.has(topic)) allowed.set(topic, await maySend(claims, topic));
      // As on a hosted project, messages that the caller may not send are skipped.
      if (!isPrivate || allowed.get(topic)) topics.find(topic, isPrivate)?.broadcast({ type: 'broadcast', event, payload });
    }
    return reply.code(202).send();
  });

  server.post('/api/broadcast/:topic/events/:event', async (request, reply) => {
    const claims = await callerClaims(request, keys, verifier);
    const single = v.safeParse(singleSchema, { params: request.params, query: request.query });
    if (!single.success) return reply.code(422).send({ errors: v.flatten(single.issues).nested ?? {} });
    const { params, query } = single.output;
    const json = request.headers['content-type'] !== 'application/octet-stream';
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    if (json && parseJson(body) === undefined) return reply.code(422).send({ errors: { payload: ["can't be blank"] } });
    const isPrivate = query.private === 'true';
    if (isPrivate && !(await maySend(claims, params.topic))) return reply.code(403).send({ message: 'Unauthorized' });
    topics.find(params.topic, isPrivate)?.broadcast(new UserBroadcast(params.event, body, json));
    return reply.code(202).send();
  });
}

function parseJson(body: unknown): unknown {
  try {
    return JSON.parse(Buffer.isBuffer(body) ? body.toString('utf8') : '');
  } catch {
    return undefined;
  }
}
