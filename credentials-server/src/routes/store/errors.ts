import { StoreUnavailableError, StoreError } from '@atrium/releases/stores';
import type { Refusal } from '@atrium/releases/stores/site';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { messages } from '../../config/messages.ts';
import { storeRefusal, type StoreRefusal } from '../../http/errors.ts';

/** A request that the store API refuses before it asks the store. */
export class StoreApiError extends Error {
  override readonly name = 'StoreApiError';
  readonly statusCode: number;
  readonly code: keyof typeof messages.storeProblems & Refusal['code'];

  /** @param detail what exactly is wrong, without secrets */
  constructor(statusCode: number, code: StoreApiError['code'], detail?: string) {
    super(detail === undefined ? messages.storeProblems[code] : `${messages.storeProblems[code]} Detail: ${detail}.`);
    this.statusCode = statusCode;
    this.code = code;
  }
}

/** Parses data of a request. @throws StoreApiError that names the wrong field and quotes nothing */
export function parseRequest<T>(schema: v.GenericSchema<unknown, T>, data: unknown): T {
  const parsed = v.safeParse(schema, data);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new StoreApiError(400, 'bad-request', v.getDotPath(issue) ?? 'the body');
}

/** Sends a failure of the store API so that the client can throw the same error. */
export function sendStoreApiError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // The store's failures are shown only to known teams. That the store is unavailable helps everyone who waits.
  const isShown = request.storeCaller !== null || error instanceof StoreApiError || error instanceof StoreUnavailableError;
  const { status, refusal } = isShown ? refusalOf(error) : plainRefusal(error.statusCode ?? 500);
  if (status >= 500) request.log.error({ err: error }, 'the store failed');
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  return reply.code(status).send({ error: refusal });
}

function refusalOf(error: FastifyError): StoreRefusal {
  if (error instanceof StoreApiError) return { status: error.statusCode, refusal: { code: error.code, message: error.message } };
  return error instanceof StoreError ? storeRefusal(error) : plainRefusal(error.statusCode ?? 500);
}

/** The response to an error of the server itself, such as a body that is too large. The error's own message may quote the request. */
function plainRefusal(status: number): StoreRefusal {
  const code = status === 413 ? 'too-large' : status === 429 ? 'too-many-requests' : status < 500 ? 'bad-request' : 'failed';
  return { status, refusal: { code, message: code === 'failed' ? messages.problems.failed : messages.storeProblems[code] } };
}
