import * as v from 'valibot';
import type { Accounts } from './accounts.ts';
import { AuthRefusal } from './auth-refusal.ts';
import type { Mailbox } from './mailbox.ts';
import type { ProviderFlows } from './provider-flows.ts';
import type { Sessions, StoredSession } from './sessions.ts';

/** The parts of the fake auth service, for its endpoints. */
export interface AuthParts {
  /** URL of the service. */
  readonly issuer: string;
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly mailbox: Mailbox;
  readonly confirmsAddresses: () => boolean;
  readonly allowsPasskeys: () => boolean;
  readonly allowsRecoveryCodes: () => boolean;
  readonly allowedProviders: () => readonly string[];
  readonly providerFlows: ProviderFlows;
  /** Running ceremonies of passkeys, and whom they are for; null for a log-in. */
  readonly ceremonies: Map<string, string | null>;
  /** Challenges of second factors. */
  readonly challenges: Map<string, { readonly factorId: string; readonly code: string | null; readonly expiresAt: number }>;
}

/** A request to the fake auth service. */
export interface AuthCall extends AuthParts {
  readonly query: URLSearchParams;
  /** Parameters of the path. */
  readonly parameters: readonly string[];
  readonly body: unknown;
  readonly bearer: string | null;
}

/** An endpoint. It returns JSON, undefined for an empty response (204), or another response. */
export type AuthEndpoint = (call: AuthCall) => unknown;

/** A text field that may be missing or null, as Go reads JSON into a string. */
export const text = v.nullish(v.string(), '');

/** A JSON object that may be missing or null. */
export const object = v.nullish(v.record(v.string(), v.unknown()));

/** Parses the body. @throws AuthRefusal `bad_json` */
export function readBody<Schema extends v.GenericSchema<unknown, unknown>>({ body }: AuthCall, schema: Schema): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, body);
  if (parsed.success) return parsed.output;
  throw new AuthRefusal(`Could not parse request body as JSON: ${v.summarize(parsed.issues)}`, { status: 400, code: 'bad_json' });
}

/** The session of the request's access token. @throws AuthRefusal */
export function authenticate({ sessions, bearer }: AuthCall): StoredSession {
  return sessions.bearerOf(bearer);
}
