import type { AccountSession, SecurityEvent, SupabaseClient } from '@atrium/page-kit/contract/auth';
import { AuthSessionMissingError } from '@supabase/supabase-js';
import * as v from 'valibot';
import { text } from './messages.ts';

// What the auth service has no endpoint for: functions of the project (`supabase/functions`) and of its database
// (`supabase/migrations`). Browsers have no right to do it by themselves.

/** A function failed. Has the fields of the auth service's errors. */
class FunctionError extends Error {
  override readonly name = 'FunctionError';
  /** The function's code; `network`, `timeout` or `unknown` if it gave none. */
  readonly code: string;
  /** HTTP status; 0 without a response. */
  readonly status: number;

  constructor({ message, code, status }: { readonly message: string; readonly code: string; readonly status: number }, cause: unknown) {
    super(message, { cause });
    this.code = code;
    this.status = status;
  }
}

const refusalSchema = v.object({ code: v.fallback(v.string(), ''), message: v.fallback(v.string(), '') });

/** Reads code and message of a failure. */
function readFailure(failure: unknown): v.InferOutput<typeof refusalSchema> {
  return v.parse(refusalSchema, typeof failure === 'object' && failure !== null ? failure : {});
}

/** Reads the response of a function that refused. Without a code, it is not the function's, but a proxy's for example. */
function readRefusal(body: unknown): v.InferOutput<typeof refusalSchema> {
  const refusal = readFailure(body);
  return refusal.code === '' ? { code: 'unknown', message: '' } : refusal;
}

/** The error of a function that sent no response. postgrest-js puts the name of the cause before its message. */
function noResponseError(causeMessage: string, cause: unknown): FunctionError {
  const message = causeMessage.replace(/^\w+Error: /, '');
  return new FunctionError({ message, code: message === text('request.timeout') ? 'timeout' : 'network', status: 0 }, cause);
}

/** The function that deletes accounts. */
const DELETE_FUNCTION = 'account-delete';

/** Codes of that function, and the codes of the auth service for the same failures, which all other actions use. */
const DELETE_CODES: ReadonlyMap<string, string> = new Map([
  ['wrong_password', 'invalid_credentials'],
  ['second_factor_needed', 'insufficient_aal'],
  ['recent_sign_in_needed', 'reauthentication_needed'],
  ['not_signed_in', 'session_not_found'],
  ['too_many', 'over_request_rate_limit'],
]);

/**
 * Deletes the account of the session at the service. Succeeds too if an earlier attempt succeeded and only its response
 * was lost. The caller ends the session of this browser.
 *
 * @throws {FunctionError} if the function refuses, or did not respond
 */
export async function deleteAccount({ auth, functions }: SupabaseClient, password: string | undefined): Promise<void> {
  const { data, error } = await auth.getSession();
  if (error !== null) throw error;
  if (data.session === null) throw new AuthSessionMissingError();
  const response: { readonly error: unknown } = await functions.invoke(DELETE_FUNCTION, { body: { password } });
  if (response.error !== null) throw await readFunctionError(response.error);
}

/** Reads the error of `functions.invoke`: the function's response, or why there was none (functions-js, `FunctionsError.context`). */
async function readFunctionError(error: unknown): Promise<FunctionError> {
  const context: unknown = error instanceof Error && 'context' in error ? error.context : null;
  if (context instanceof Response) {
    const { code, message } = readRefusal(await context.json().catch(() => null));
    return new FunctionError({ message, code: DELETE_CODES.get(code) ?? code, status: context.status }, error);
  }
  return noResponseError(context instanceof Error ? context.message : '', error);
}

/** Codes of database functions, and the codes of the auth service for the same failures, which all other actions use. */
const DATABASE_CODES: ReadonlyMap<string, string> = new Map([
  ['23505', 'mfa_factor_name_conflict'],
  ['P0002', 'mfa_factor_not_found'],
  // A session without the code of the second factor. One that has ended gets it too, until the tab notices.
  ['42501', 'insufficient_aal'],
]);

/** Calls a database function. @throws {FunctionError} */
export async function callDatabase(client: SupabaseClient, name: string, input: object): Promise<unknown> {
  const response: { readonly data: unknown; readonly error: unknown; readonly status: number } = await client.rpc(name, input);
  if (response.error === null) return response.data;
  if (response.status > 0) {
    const { code, message } = readRefusal(response.error);
    throw new FunctionError({ message, code: DATABASE_CODES.get(code) ?? code, status: response.status }, response.error);
  }
  throw noResponseError(readFailure(response.error).message, response.error);
}

/** The calls for the user's sessions. Each rejects with a {@link FunctionError}. */
export interface SessionCalls {
  list(): Promise<readonly AccountSession[]>;
  end(id: string): Promise<void>;
  activity(): Promise<readonly SecurityEvent[]>;
}

const sessionSchema = v.object({
  id: v.string(),
  user_agent: v.nullable(v.string()),
  started_at: v.string(),
  used_at: v.string(),
  is_current: v.boolean(),
});

const eventSchema = v.object({
  id: v.number(),
  kind: v.picklist([
    'signed-in', 'first-step', 'wrong-code', 'factor-added', 'factor-removed', 'passkey-added', 'passkey-removed', 'provider-linked',
    'provider-unlinked', 'password-changed', 'email-changed',
  ]),
  happened_at: v.string(),
  user_agent: v.nullable(v.string()),
  detail: v.nullable(v.string()),
});

/** Skips kinds that a later migration adds. */
function readEvent(row: unknown): SecurityEvent[] {
  const parsed = v.safeParse(eventSchema, row);
  if (!parsed.success) return [];
  const { id, kind, happened_at: happenedAt, user_agent: userAgent, detail } = parsed.output;
  return [{ id: String(id), kind, happenedAt, userAgent, name: detail ?? '' }];
}

/** Creates the calls for one client. */
export function createSessionCalls(client: SupabaseClient): SessionCalls {
  return {
    async list() {
      const rows = v.parse(v.array(sessionSchema), await callDatabase(client, 'account_sessions', {}));
      return rows.map((row) => ({ id: row.id, isCurrent: row.is_current, userAgent: row.user_agent, startedAt: row.started_at, usedAt: row.used_at }));
    },
    async end(id) {
      await callDatabase(client, 'account_end_session', { session: id });
    },
    async activity() {
      return v.parse(v.array(v.unknown()), await callDatabase(client, 'account_activity', {})).flatMap(readEvent);
    },
  };
}
