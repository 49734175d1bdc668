import { MoveRefusedError, RevisionMismatchError, StoreUnavailableError, type StoreError } from '@atrium/releases/stores';
import type { Refusal } from '@atrium/releases/stores/site';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { messages, type ProblemCode } from '../config/messages.ts';

/** Sends a problem as JSON and never as HTML, so that a program that asks for data does not get a page. */
export function sendProblem(reply: FastifyReply, status: number, code: ProblemCode): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ error: { code, message: messages.problems[code] } }));
}

/** Sends a problem that a client may retry after a few seconds. */
export function sendUnavailable(reply: FastifyReply, code: ProblemCode): FastifyReply {
  return sendProblem(reply.header('retry-after', '5'), 503, code);
}

/** Responds to requests that no route takes, before their body is read, and to errors that no route handles. */
export function addErrorResponses(server: FastifyInstance): void {
  // The document route takes every GET, so only other methods get here.
  server.addHook('onRequest', (request, reply, done) => {
    if (request.is404) sendProblem(reply.header('allow', 'GET, HEAD'), 405, 'method-not-allowed');
    else done();
  });
  server.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
    if (error.statusCode === 429) return sendProblem(reply, 429, 'too-many-requests');
    if (error.statusCode !== undefined && error.statusCode < 500) return sendProblem(reply, error.statusCode, 'bad-request');
    // The store reports once when it stops responding, not for each request.
    if (error instanceof StoreUnavailableError) return sendUnavailable(reply, 'unavailable');
    request.log.error({ err: error }, 'a request failed');
    return sendProblem(reply, 500, 'failed');
  });
}

/** The status and the body of the response to a failure of the release store. */
export interface StoreRefusal {
  readonly status: number;
  readonly refusal: Refusal;
}

/** The status of each of the store's errors (RFC 9110 §15). Clients may know all of them. */
const STATUS_OF_STORE_ERROR: Readonly<Record<StoreError['code'], number>> = {
  'release-conflict': 409,
  'revision-mismatch': 409,
  'invalid-release': 422,
  'move-refused': 422,
  'team-book': 422,
  'invalid-move': 400,
  'registry-unreadable': 503,
  'log-unreadable': 503,
  'store-locked': 503,
  'store-unavailable': 503,
};

/** The response to a request that the store refused or could not serve. */
export function storeRefusal(error: StoreError): StoreRefusal {
  const { code, message } = error;
  return { status: STATUS_OF_STORE_ERROR[code], refusal: { code, message, ...detailsOf(error) } };
}

function detailsOf(error: StoreError): Pick<Refusal, 'expected' | 'actual' | 'findings'> {
  if (error instanceof RevisionMismatchError) return { expected: error.expected, actual: error.actual };
  return error instanceof MoveRefusedError ? { findings: [...error.findings] } : {};
}
