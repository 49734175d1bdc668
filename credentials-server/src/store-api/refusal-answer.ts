import { StoreAwayError, StoreError } from '@atrium/releases/store-errors';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { messages } from '../messages.ts';
import { storeRefusal, type StoreRefusal } from '../store-refusal.ts';
import { StoreApiError } from './store-api-error.ts';

/** Answers a failure below the store's address so that the client can throw the same error again. */
export function answerRefusal(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // A store that fails before it is known who asks is nobody's business but the operator's. That it is away helps whoever waits.
  const known = request.storeCaller !== null || error instanceof StoreApiError || error instanceof StoreAwayError;
  const { status, refusal } = known ? refusalOf(error) : plainRefusal(error.statusCode ?? 500);
  if (status >= 500) request.log.error({ err: error }, 'the store failed');
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  return reply.code(status).send({ error: refusal });
}

function refusalOf(error: FastifyError): StoreRefusal {
  if (error instanceof StoreApiError) return { status: error.statusCode, refusal: { code: error.code, message: error.message } };
  return error instanceof StoreError ? storeRefusal(error) : plainRefusal(error.statusCode ?? 500);
}

/** What the server itself refuses: a body that is too large or no JSON, too many requests. Its words may quote the request. */
function plainRefusal(status: number): StoreRefusal {
  const code = status === 413 ? 'too-large' : status === 429 ? 'too-many-requests' : status < 500 ? 'bad-request' : 'failed';
  return { status, refusal: { code, message: code === 'failed' ? messages.problems.failed : messages.storeProblems[code] } };
}
