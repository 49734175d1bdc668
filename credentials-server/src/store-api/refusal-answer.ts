import { MoveRefusedError, RevisionMismatchError, StoreAwayError, StoreError } from '@atrium/releases/store-errors';
import type { Refusal } from '@atrium/releases/store-wire';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { messages } from '../messages.ts';
import { StoreApiError } from './store-api-error.ts';

/** The status of each of the store's errors (RFC 9110 §15). Clients may know all of them. */
const statusOf: Readonly<Record<StoreError['code'], number>> = {
  'release-conflict': 409,
  'revision-mismatch': 409,
  'invalid-release': 422,
  'move-refused': 422,
  'team-book': 422,
  'invalid-move': 400,
  'registry-unreadable': 503,
  'log-unreadable': 503,
  'store-locked': 503,
  'store-away': 503,
};

/** Answers a failure below the store's address so that the client can throw the same error again. */
export function answerRefusal(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // A store that fails before it is known who asks is nobody's business but the operator's. That it is away helps whoever waits.
  const known = request.storeCaller !== null || error instanceof StoreApiError || error instanceof StoreAwayError;
  const { status, refusal } = known ? refusalOf(error) : plainRefusal(error.statusCode ?? 500);
  if (status >= 500) request.log.error({ err: error }, 'the store failed');
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  return reply.code(status).send({ error: refusal });
}

function refusalOf(error: FastifyError): { status: number; refusal: Refusal } {
  const { message } = error;
  if (error instanceof StoreApiError) return { status: error.statusCode, refusal: { code: error.code, message } };
  if (!(error instanceof StoreError)) return plainRefusal(error.statusCode ?? 500);
  const { code } = error;
  return { status: statusOf[code], refusal: { code, message, ...detailsOf(error) } };
}

function detailsOf(error: StoreError): Pick<Refusal, 'expected' | 'actual' | 'findings'> {
  if (error instanceof RevisionMismatchError) return { expected: error.expected, actual: error.actual };
  return error instanceof MoveRefusedError ? { findings: [...error.findings] } : {};
}

/** What the server itself refuses: a body that is too large or no JSON, too many requests. Its words may quote the request. */
function plainRefusal(status: number): { status: number; refusal: Refusal } {
  const code = status === 413 ? 'too-large' : status === 429 ? 'too-many-requests' : status < 500 ? 'bad-request' : 'failed';
  return { status, refusal: { code, message: code === 'failed' ? messages.problems.failed : messages.storeProblems[code] } };
}
