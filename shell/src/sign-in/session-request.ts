import type { AuthHandle } from '@atrium/page-kit/contract/auth';
import * as v from 'valibot';

/** Milliseconds until a request fails. */
const TIMEOUT = 10_000;

/** Why no response arrived: there is no session, the Supabase client did not load, or the response is missing or malformed. */
export type RequestFailure = 'not-signed-in' | 'sign-in-unavailable' | 'unreachable';

/** The result of a request. */
export type RequestOutcome<Value, Refusal> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly refusal: Refusal };

interface SessionRequest<Value, Refusal> {
  readonly address: string;
  /** Sent as JSON with POST. Without a body, the request is a GET. */
  readonly body?: unknown;
  readonly schema: v.GenericSchema<unknown, Value>;
  /** Parses the body of an error response. May throw. */
  readonly parseRefusal: (data: unknown) => Refusal;
  readonly refusalOf: (failure: RequestFailure) => Refusal;
}

/** Sends a request to the site's server with the access token of the session. Never rejects. */
export async function requestWithSession<Value, Refusal>(
  auth: AuthHandle,
  { address, body, schema, parseRefusal, refusalOf }: SessionRequest<Value, Refusal>,
): Promise<RequestOutcome<Value, Refusal>> {
  let token: string | null;
  try {
    token = await accessToken(auth);
  } catch {
    return { ok: false, refusal: refusalOf('sign-in-unavailable') };
  }
  if (token === null) return { ok: false, refusal: refusalOf('not-signed-in') };
  const authorization = `Bearer ${token}`;
  const init =
    body === undefined
      ? { headers: { authorization } }
      : { method: 'POST', headers: { authorization, 'content-type': 'application/json' }, body: JSON.stringify(body) };
  try {
    const response = await fetch(address, { ...init, signal: AbortSignal.timeout(TIMEOUT) });
    const data: unknown = await response.json();
    return response.ok ? { ok: true, value: v.parse(schema, data) } : { ok: false, refusal: parseRefusal(data) };
  } catch {
    return { ok: false, refusal: refusalOf('unreachable') };
  }
}

/** The session's access token, refreshed if needed; null without a session. Rejects if the Supabase client cannot be loaded. */
async function accessToken(auth: AuthHandle): Promise<string | null> {
  const supabase = await auth.getSupabase();
  const { data } = await supabase.auth.getSession();
  return data.session?.access_token ?? null;
}
