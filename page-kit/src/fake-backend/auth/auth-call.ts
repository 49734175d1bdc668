import * as v from 'valibot';
import type { Accounts } from './accounts.ts';
import { AuthRefusal } from './auth-refusal.ts';
import type { Mailbox } from './mailbox.ts';
import type { Sessions, StoredSession } from './sessions.ts';

/** What the endpoints of the fake's auth service work with. */
export interface AuthParts {
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly mailbox: Mailbox;
  readonly confirmsAddresses: () => boolean;
  /** Begins a question for a code of a factor. */
  readonly challenges: Map<string, { readonly factorId: string; readonly code: string | null; readonly expiresAt: number }>;
}

/** One request to the fake's auth service. */
export interface AuthCall extends AuthParts {
  readonly query: URLSearchParams;
  /** Parts of the path that vary. */
  readonly parameters: readonly string[];
  readonly body: unknown;
  readonly bearer: string | null;
}

/** What an endpoint answers: JSON, or nothing (204). */
export type AuthEndpoint = (call: AuthCall) => unknown;

/** A text field that may be missing or null, as Go reads JSON into a string. */
export const text = v.nullish(v.string(), '');

/** A JSON object that may be missing or null. */
export const object = v.nullish(v.record(v.string(), v.unknown()));

/** The body by a schema. @throws AuthRefusal `bad_json` */
export function readBody<Schema extends v.GenericSchema<unknown, unknown>>({ body }: AuthCall, schema: Schema): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, body);
  if (parsed.success) return parsed.output;
  throw new AuthRefusal(`Could not parse request body as JSON: ${v.summarize(parsed.issues)}`, { status: 400, code: 'bad_json' });
}

/** The session of the request's access token. @throws AuthRefusal */
export function authenticate({ sessions, bearer }: AuthCall): StoredSession {
  return sessions.bearerOf(bearer);
}
