import * as v from 'valibot';
import type { Database } from '../database/database.ts';
import type { KeyRole } from '../http/gateway.ts';
import type { MessageStore } from '../inbox/messages.ts';
import type { ApiKeys } from '../keys/api-keys.ts';
import type { SigningKeys } from '../keys/signing-keys.ts';
import type { TokenVerifier } from '../keys/token-verifier.ts';
import { AuthError } from './auth-error.ts';
import type { Limiters } from './limiters.ts';
import type { ProviderFlows } from './provider-flows.ts';
import type { AuthSettings } from './settings.ts';

/** One request to the auth service. */
export interface Call {
  auth: AuthServices;
  query: URLSearchParams;
  /** Path parameters, by name. */
  parameters: Record<string, string>;
  /** The request's body as text. */
  text: string;
  /** The token of the Authorization header. */
  bearer: string | undefined;
  keyRole: KeyRole | null;
  ip: string;
  userAgent: string;
  referrer: string | undefined;
}

/** The response of an endpoint. */
export interface EndpointResponse {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** One endpoint of the auth service. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Relative to `/auth/v1`, with `:name` for parameters. */
  path: string;
  /** The endpoint needs no API key. */
  withoutKey?: boolean;
  /** Browsers open the endpoint as a page. Scripts of other pages cannot read its responses. */
  isPage?: boolean;
  handle(call: Call): Promise<EndpointResponse> | EndpointResponse;
}

/** A text field that may be missing or null, as Go reads JSON into a string. */
export const text = v.nullish(v.string(), '');

/** A JSON object that may be missing or null. */
export const object = v.nullish(v.record(v.string(), v.unknown()));

/** Parses the request's body. @throws AuthError `bad_json` */
export function readBody<S extends v.GenericSchema<unknown, unknown>>(call: Call, schema: S): v.InferOutput<S> {
  let content: unknown;
  try {
    content = JSON.parse(call.text);
  } catch (cause) {
    throw badJson(cause instanceof Error ? cause.message : String(cause), cause);
  }
  const parsed = v.safeParse(schema, content);
  if (!parsed.success) throw badJson(v.summarize(parsed.issues), undefined);
  return parsed.output;
}

function badJson(reason: string, cause: unknown): AuthError {
  return new AuthError(`Could not parse request body as JSON: ${reason}`, { status: 400, code: 'bad_json', cause });
}

/** The dependencies of the auth endpoints. */
export interface AuthServices {
  database: Database;
  settings: AuthSettings;
  keys: ApiKeys;
  signingKeys: SigningKeys;
  verifier: TokenVerifier;
  messages: MessageStore;
  limiters: Limiters;
  providerFlows: ProviderFlows;
  /** The URL of the API, known once the server listens. */
  apiUrl: () => string;
}
