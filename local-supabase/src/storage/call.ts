import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Caller, StorageServices } from './caller.ts';
import type { ResumableUploads } from './resumable-uploads.ts';
import { invalidRequest } from './storage-error.ts';

/** One request to the storage service. */
export interface Call {
  storage: StorageServices;
  uploads: ResumableUploads;
  caller: Caller;
  /** The parts of the path, by name; empty where the path has none. */
  bucket: string;
  key: string;
  /** The id of a resumable upload. */
  upload: string;
  query: URLSearchParams;
  request: FastifyRequest;
}

/** What an endpoint answers: JSON, or a stream. */
export interface Answer {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** One endpoint of the storage service. */
export interface Endpoint {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  /** Below `/storage/v1`, with `:bucket`, and `*` for the object's key. */
  path: string;
  /** What policies find in `storage.operation()` (src/http/routes/operations.ts of supabase/storage). */
  operation: string;
  /** Answers a request without a valid key or token too. */
  admitsAnybody?: boolean;
  /** The body is a file: nobody reads it but the endpoint. */
  takesFile?: boolean;
  /** An error's status is that of the answer too, not only of its body. */
  saysStatus?: boolean;
  handle(call: Call): Promise<Answer>;
}

/** The JSON body of a request. A missing one counts as an empty object. @throws StorageError 400 `InvalidRequest` */
export function readBody<S extends v.GenericSchema<unknown, unknown>>({ request }: Call, schema: S): v.InferOutput<S> {
  let content: unknown;
  try {
    content = typeof request.body === 'string' && request.body !== '' ? JSON.parse(request.body) : {};
  } catch (cause) {
    throw invalidRequest('The request body is not JSON', cause);
  }
  const parsed = v.safeParse(schema, content);
  if (!parsed.success) throw invalidRequest(`body ${v.summarize(parsed.issues)}`);
  return parsed.output;
}
