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
  /** The path parameters, empty if the path does not have them. */
  bucket: string;
  key: string;
  /** The id of a resumable upload. */
  upload: string;
  query: URLSearchParams;
  request: FastifyRequest;
}

/** The response of an endpoint: JSON or a stream. */
export interface EndpointResponse {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** One endpoint of the storage service. */
export interface Endpoint {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  /** Relative to `/storage/v1`, with `:bucket`, and `*` for the object's key. */
  path: string;
  /** The value of `storage.operation()` in policies (src/http/routes/operations.ts of supabase/storage). */
  operation: string;
  /** The endpoint needs no valid key or token. */
  allowsAnonymous?: boolean;
  /** The body is a file, which the endpoint streams itself. */
  streamsBody?: boolean;
  /** The response has the status of the error. Otherwise only the body has it. */
  usesErrorStatus?: boolean;
  handle(call: Call): Promise<EndpointResponse>;
}

/** Parses the JSON body of a request. A missing body counts as an empty object. @throws StorageError 400 `InvalidRequest` */
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
