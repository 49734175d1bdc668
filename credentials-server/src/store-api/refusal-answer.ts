import {
  InvalidMoveError,
  InvalidReleaseError,
  LogUnreadableError,
  MoveRefusedError,
  RegistryUnreadableError,
  ReleaseConflictError,
  RevisionMismatchError,
  StoreLockedError,
  TeamBookError,
} from '@atrium/releases/store-errors';
import type { Refusal } from '@atrium/releases/store-wire';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { messages } from '../messages.ts';
import { StoreApiError } from './store-api-error.ts';

/** Errors of the store that clients may know all of, by status and code. */
const told: readonly (readonly [new (...given: never[]) => Error, number, Refusal['code']])[] = [
  [ReleaseConflictError, 409, 'release-conflict'],
  [InvalidReleaseError, 422, 'invalid-release'],
  [InvalidMoveError, 400, 'invalid-move'],
  [TeamBookError, 422, 'team-book'],
  [RegistryUnreadableError, 503, 'registry-unreadable'],
  [LogUnreadableError, 503, 'log-unreadable'],
  [StoreLockedError, 503, 'store-locked'],
];

/** Answers a failure below the store's address so that the client can throw the same error again. */
export function answerRefusal(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // A store that fails before it is known who asks is nobody's business but the operator's.
  const { status, refusal } = request.storeCaller === null && !(error instanceof StoreApiError) ? plainRefusal(error.statusCode ?? 500) : refusalOf(error);
  if (status >= 500) request.log.error({ err: error }, 'the store failed');
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  return reply.code(status).send({ error: refusal });
}

function refusalOf(error: FastifyError): { status: number; refusal: Refusal } {
  const { message } = error;
  if (error instanceof StoreApiError) return { status: error.statusCode, refusal: { code: error.code, message } };
  if (error instanceof RevisionMismatchError) {
    const { expected, actual } = error;
    return { status: 409, refusal: { code: 'revision-mismatch', message, expected, actual } };
  }
  if (error instanceof MoveRefusedError) {
    return { status: 422, refusal: { code: 'move-refused', message, findings: [...error.findings] } };
  }
  for (const [type, status, code] of told) if (error instanceof type) return { status, refusal: { code, message } };
  return plainRefusal(error.statusCode ?? 500);
}

/** What the server itself refuses: a body that is too large or no JSON, too many requests. Its words may quote the request. */
function plainRefusal(status: number): { status: number; refusal: Refusal } {
  const code = status === 413 ? 'too-large' : status === 429 ? 'too-many-requests' : status < 500 ? 'bad-request' : 'failed';
  return { status, refusal: { code, message: code === 'failed' ? messages.problems.failed : messages.storeProblems[code] } };
}
