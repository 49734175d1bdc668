import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import * as v from 'valibot';
import { AuthError } from '../auth-error.ts';
import type { Call } from '../call.ts';
import type { SendEmailHook } from '../settings.ts';
import { userJson } from '../user-json.ts';
import type { UserRow } from '../users.ts';
import { ACTION_TYPES, redirectAddress } from './mailing.ts';
import type { Mailing } from './mailing.ts';

/** Limits of a hook's call, in milliseconds. */
interface HookLimits {
  /** Covers all attempts. */
  timeout: number;
  retryDelay: number;
}

/** GoTrue's limits (supabase/auth, internal/hooks/hookshttp). */
export const GOTRUE_LIMITS: HookLimits = { timeout: 5000, retryDelay: 2000 };

/** GoTrue's number of attempts. */
const MAX_ATTEMPTS = 3;

const RETRIED_STATUSES = [429, 503];
const refusalSchema = v.object({ error: v.object({ http_code: v.optional(v.number(), 0), message: v.pipe(v.string(), v.minLength(1)) }) });

const STATUS_MESSAGES = new Map([
  [400, 'Invalid payload sent to hook'],
  [401, 'Hook requires authorization token'],
]);

function failed(message: string, cause?: unknown): AuthError {
  return new AuthError(message, { status: 500, code: 'unexpected_failure', cause });
}

function invalidContentType(message: string): AuthError {
  return new AuthError(message, { status: 400, code: 'hook_payload_invalid_content_type' });
}

function timedOut(timeout: number, cause: unknown): AuthError {
  const seconds = (timeout / 1000).toFixed(6);
  return new AuthError(`Failed to reach hook within maximum time of ${seconds} seconds`, { status: 422, code: 'hook_timeout', cause });
}

/**
 * Calls the function that sends a mail. Like GoTrue, it retries when the connection fails or the hook asks for a retry.
 * @throws AuthError with the hook's message, or a message about an invalid response
 */
export async function callEmailHook(hook: SendEmailHook, payload: object, { timeout, retryDelay } = GOTRUE_LIMITS): Promise<void> {
  const body = JSON.stringify(payload);
  const end = AbortSignal.timeout(timeout);
  try {
    for (let tries = 1; tries <= MAX_ATTEMPTS; tries += 1) {
      const response = await callOnce(hook, body, end, tries);
      if (!response) await setTimeout(retryDelay, undefined, { signal: end });
      else if (!shouldRetry(response)) {
        await readResponse(response);
        return;
      }
    }
  } catch (error) {
    throw end.aborted && !(error instanceof AuthError) ? timedOut(timeout, error) : error;
  }
  throw failed('Service currently unavailable due to hook');
}

function shouldRetry({ status, headers }: Response): boolean {
  return RETRIED_STATUSES.includes(status) && (headers.get('retry-after') ?? '') !== '';
}

/** Returns the response, or undefined if the connection failed. @throws AuthError after the last attempt */
async function callOnce({ uri, secrets }: SendEmailHook, body: string, end: AbortSignal, tries: number): Promise<Response | undefined> {
  try {
    return await fetch(uri, { method: 'POST', headers: { 'content-type': 'application/json', ...signatureOf(secrets, body) }, body, signal: end });
  } catch (cause) {
    if (end.aborted) throw cause;
    if (tries === MAX_ATTEMPTS) {
      throw new AuthError('Failed to reach hook after maximum retries', { status: 422, code: 'hook_timeout_after_retry', cause });
    }
    return undefined;
  }
}

/** The headers of Standard Webhooks, with a new id for each attempt. One header has all signatures, separated by `, `. */
function signatureOf(secrets: readonly string[], body: string): Record<string, string> {
  const [id, time] = [randomUUID(), String(Math.floor(Date.now() / 1000))];
  const sign = (secret: string): string => createHmac('sha256', Buffer.from(secret, 'base64')).update(`${id}.${time}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': time,
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret)}`).join(', '),
  };
}

/** @throws AuthError unless the hook accepted the mail */
async function readResponse(response: Response): Promise<void> {
  const { status } = response;
  if (status === 204) return;
  if (RETRIED_STATUSES.includes(status)) throw failed('Service currently unavailable due to hook');
  if (status !== 200 && status !== 202) throw failed(STATUS_MESSAGES.get(status) ?? `Unexpected status code returned from hook: ${String(status)}`);
  const type = response.headers.get('content-type') ?? '';
  if (type === '') throw invalidContentType('Invalid Content-Type: Missing Content-Type header');
  if (!/^application\/json\s*(?:;|$)/i.test(type)) throw invalidContentType(`Invalid JSON response. Received content-type: ${type}`);
  const refusal = v.safeParse(refusalSchema, parseJson(await response.text()));
  if (!refusal.success) return;
  const { message, http_code: requestedStatus } = refusal.output.error;
  if (requestedStatus === 0 || requestedStatus === 500) throw failed(message);
  throw new AuthError(message, { status: requestedStatus, code: 'unknown' });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw failed('Error unmarshaling JSON output.', cause);
  }
}

/** GoTrue's payload. It swaps the names of the two hashes of a change of email address. */
export function hookPayload(call: Call, { kind, user, recipients: [recipient, toCurrent] }: Mailing): object {
  return mailPayload(call, user, ACTION_TYPES[kind], {
    token: (toCurrent ?? recipient).otp,
    token_hash: recipient.hash,
    redirect_to: redirectAddress(call),
    token_new: toCurrent ? recipient.otp : '',
    token_hash_new: toCurrent?.hash ?? '',
  });
}

const NO_DATA = { token: '', token_hash: '', redirect_to: '', token_new: '', token_hash_new: '', old_email: '', old_phone: '', provider: '', factor_type: '' };

/** The payload of a mail of any kind. What it does not concern is empty. */
export function mailPayload(call: Call, user: UserRow, action: string, data: Partial<typeof NO_DATA>): object {
  const site = `${call.auth.settings.externalUrl ?? call.auth.apiUrl()}/auth/v1`;
  return { user: userJson(user), email_data: { ...NO_DATA, email_action_type: action, site_url: site, ...data } };
}
