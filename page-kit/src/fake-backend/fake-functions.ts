import * as v from 'valibot';
import type { FakeAuth } from './auth/fake-auth.ts';
import { RestRefusal } from './rest-refusal.ts';
import type { Caller } from './values.ts';

/** A call of a server function or a database function. */
export interface FunctionCall {
  /** The request, with its body unread. */
  readonly request: Request;
  /** The body: parsed JSON, or the text. */
  readonly body: unknown;
  /** The signed-in user; null for a visitor. */
  readonly caller: Caller | null;
}

/** Replaces a function. It returns a `Response`, or a value that is sent as JSON. */
export type FunctionHandler = (call: FunctionCall) => unknown;

/** Runs a handler and converts its result to a response. An error that it throws is an error of the function. */
export async function runFunction(handler: FunctionHandler, call: FunctionCall): Promise<Response> {
  const result = await handler(call);
  if (result instanceof Response) return result;
  return result === undefined ? new Response(null, { status: 204 }) : Response.json(result);
}

const requestSchema = v.object({ password: v.optional(v.string()) });

/** Seconds after a log-in during which it counts as recent. */
const RECENT_S = 15 * 60;

/** The site's function `account-delete`, which `deleteAccount` of the sign-in calls. It deletes the user, but no rows and files of tests. */
export function deleteAccount(auth: FakeAuth): FunctionHandler {
  return ({ request, body, caller }) => {
    const { password } = v.parse(requestSchema, body);
    if (!caller) return refusal(401, 'not_signed_in', 'Your session has ended. Log in again, then try again.');
    if (caller.needsCode) return refusal(403, 'second_factor_needed', 'Enter a two-step verification code first, then try again.');
    if (password !== undefined) {
      if (!auth.hasPassword(caller.id, password)) return refusal(403, 'wrong_password', 'Wrong password. Correct it, then try again.');
    } else {
      if (auth.hasPassword(caller.id)) return refusal(403, 'password_needed', 'Confirm with your password.');
      const session = auth.readToken(bearerOf(request));
      const isRecent = typeof session === 'object' && session.methods.some(({ method, timestamp }) => timestamp >= Date.now() / 1000 - RECENT_S && !/^(totp|mfa\/)/.test(method));
      if (!isRecent) return refusal(403, 'recent_sign_in_needed', 'You logged in some time ago. Log in again, then try again.');
    }
    auth.deletePerson(caller.id);
    return { deleted: true };
  };
}

const endSchema = v.object({ session: v.string() });
const renameSchema = v.object({ factor: v.string(), name: v.string() });

/** The site's database functions for the account of the caller, which the sign-in calls (`supabase/migrations`). */
export function accountFunctions(auth: FakeAuth): Readonly<Record<string, FunctionHandler>> {
  return {
    account_sessions({ request, caller }) {
      if (!caller) return denied('permission denied for function account_sessions', 401);
      if (caller.needsCode) return [];
      const current = auth.readToken(bearerOf(request));
      return auth
        .sessionsOf(caller.id)
        .map((session) => ({ id: session.id, user_agent: session.userAgent, started_at: session.startedAt, used_at: session.usedAt, is_current: session === current }))
        .sort((one, other) => Number(other.is_current) - Number(one.is_current) || other.used_at.localeCompare(one.used_at));
    },
    account_end_session({ body, caller }) {
      if (!caller) return denied('permission denied for function account_end_session', 401);
      if (caller.needsCode) return denied('This session may not end others.', 403);
      auth.endSession(caller.id, v.parse(endSchema, body).session);
      return undefined;
    },
    account_rename_factor({ body, caller }) {
      if (!caller) return denied('permission denied for function account_rename_factor', 401);
      if (caller.needsCode) return denied('This session may not rename second factors.', 403);
      const { factor, name } = v.parse(renameSchema, body);
      const fault = auth.renameFactor(caller.id, factor, name.trim());
      if (fault === 'missing') return new RestRefusal('This account has no such second factor.', { status: 400, code: 'P0002' }).toResponse();
      const message = 'duplicate key value violates unique constraint "mfa_factors_user_friendly_name_unique"';
      return fault === 'taken' ? new RestRefusal(message, { status: 409, code: '23505' }).toResponse() : undefined;
    },
    /** Only sign-ins. A test of other events replaces it. */
    account_activity({ caller }) {
      if (!caller) return denied('permission denied for function account_activity', 401);
      if (caller.needsCode) return [];
      return auth
        .sessionsOf(caller.id)
        .map(({ userAgent, startedAt }, index) => ({ id: index, kind: 'signed-in', happened_at: startedAt, user_agent: userAgent, detail: null }))
        .reverse();
    },
  };
}

function bearerOf({ headers }: Request): string {
  return headers.get('authorization')?.replace(/^Bearer /i, '') ?? '';
}

function denied(message: string, status: number): Response {
  return new RestRefusal(message, { status, code: '42501' }).toResponse();
}

function refusal(status: number, code: string, message: string): Response {
  return Response.json({ code, message }, { status });
}
